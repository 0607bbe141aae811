import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const appearances = {
  light: { colorScheme: 'light', width: 1280 },
  dark: { colorScheme: 'dark', width: 1280 },
  narrow: { colorScheme: 'light', width: 360 },
} as const;

type View = keyof typeof appearances;

/** The views in which pages are tested. */
export const views = Object.keys(appearances) as View[];

/** Gives a page the color scheme and the window width of a view. */
export async function applyView(page: Page, view: View): Promise<void> {
  const { colorScheme, width } = appearances[view];
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 740 });
}

/**
 * Returns the violations that axe finds on a page with its default rules. The page must be opened with `bypassCSP`.
 * @param foreign selectors of third-party widgets, whose elements this project cannot fix
 * @param only selector of the tested part
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
