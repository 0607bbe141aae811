import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

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
