import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const appearances = {
  light: { colorScheme: 'light', width: 1280 },
  dark: { colorScheme: 'dark', width: 1280 },
  narrow: { colorScheme: 'light', width: 360 },
} as const;

type View = keyof typeof appearances;

/** The views in which pages of ours are looked at. */
export const views = Object.keys(appearances) as View[];

/** Shows a page in a view: with a color scheme, in a window so wide. */
export async function look(page: Page, view: View): Promise<void> {
  const { colorScheme, width } = appearances[view];
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 740 });
}

/**
 * Returns the violations that axe finds on a page with the rules that are on by default. The page must be opened with
 * `bypassCSP`. `foreign` selects roots of third-party widgets, whose elements are not ours to fix; `only` the part that is
 * looked at.
 */
export async function violationsIn(page: Page, foreign: readonly string[] = [], only = 'html'): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  return page.evaluate(
    async (context) => {
      const { violations } = await (globalThis as any).axe.run(context);
      return violations.flatMap(({ id, nodes }: any) =>
        nodes.map(({ target, failureSummary }: any) => `${id}: ${target} ${failureSummary}`),
      );
    },
    { include: [only], exclude: foreign },
  );
}
