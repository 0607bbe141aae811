import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, openPage, reason } from '../../../api/http/browser-kit.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { seedSite } from '../published-sites/site-kit.js';
import { origin, type SiteBrowser, siteBrowser } from './site-browser.js';

const files = {
  'README.md': [
    '# Start',
    '[Go to the place](#place) [Go to the title](#named)',
    '<div align="center">\n\nIn the middle.\n\n</div>',
    '<table><tr><td colspan="2">Wide</td></tr><tr><td>Left</td><td>Right</td></tr></table>',
    'line\n\n'.repeat(60),
    '<a id="place"></a>The place.',
    'line\n\n'.repeat(60),
    '<h2 id="named">The title</h2>',
  ].join('\n\n'),
};

describe.skipIf(chromium === undefined)(`raw HTML in a browser${reason}`, () => {
  let scene: SiteBrowser;
  let page: Page;
  beforeAll(async () => {
    scene = await siteBrowser(chromium!);
    const { id } = await seedOrganization(scene.test);
    const site = await seedSite(scene.test, {
      organization: id,
      spaces: [{ space: await seedSpace(scene.test, id, files), path: 'guide' }],
    });
    page = await openPage(scene.browser, { javaScriptEnabled: false, viewport: { width: 360, height: 640 } });
    await page.goto(`${origin}/published/${id}/${site.id}/guide`);
  });
  afterAll(() => scene?.browser.close());

  const isInView = (words: string) =>
    page
      .getByText(words, { exact: true })
      .last()
      .isVisible()
      .then(() =>
        page
          .getByText(words, { exact: true })
          .last()
          .evaluate((element) => {
            const { top, bottom } = element.getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;
          }),
      );

  it.each([
    ['Go to the place', 'The place.'],
    ['Go to the title', 'The title'],
  ])('a click on %j scrolls to its target', async (link, words) => {
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByText(link, { exact: true }).click();
    await expect.poll(() => isInView(words)).toBe(true);
  });

  it('text has the alignment of its HTML element, and the page does not scroll sideways', async () => {
    const align = await page.getByText('In the middle.').evaluate((element) => getComputedStyle(element).textAlign);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([align, width]).toEqual(['center', 360]);
  });
});
