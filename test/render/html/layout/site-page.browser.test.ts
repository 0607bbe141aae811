import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SitePage } from '../../../../src/render/html/layout/site-page.js';
import { violationsIn } from '../../../api/http/axe.js';
import { chromium, launch, openPage, openWatchedPage, reason, screenshot } from '../../../api/http/browser-kit.js';
import { type PageServer, servePages } from './page-server.js';
import { bareFrame, document, found, frame, missing, notFound } from './pages.js';

const searching = (query: string) => ({ ...bareFrame, search: { action: '/docs/~search', query } });

const pages: Record<string, SitePage> = {
  document: { frame, content: document },
  'document from right to left': { frame: { ...frame, language: 'ar' }, content: document },
  preview: { frame: { ...frame, isPreview: true }, content: { ...document, showsTitle: false } },
  search: { frame: searching('token'), content: found },
  'search without results': { frame: searching('rhinoceros'), content: notFound },
  missing: { frame: bareFrame, content: missing },
  'words without end': { frame: withLongWord(frame), content: withLongWord(document) },
};

/** Returns a copy with a long word in all titles and descriptions. */
function withLongWord<Part>(part: Part): Part {
  const text = JSON.stringify(part, (name, value) =>
    ['title', 'description'].includes(name) ? 'Endlessness'.repeat(30) : value,
  );
  return JSON.parse(text);
}

const sizes = {
  wide: { width: 1440, height: 900 },
  medium: { width: 900, height: 800 },
  narrow: { width: 375, height: 700 },
};

const themed = ({ frame, content }: SitePage, theme: 'light' | 'dark'): SitePage => ({
  frame: { ...frame, look: { ...frame.look, theme } },
  content,
});

describe.skipIf(chromium === undefined)(`a page of a site in a browser${reason}`, () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    server = await servePages();
    browser = await launch(chromium!);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  for (const [name, page] of Object.entries(pages)) {
    it(`${name}: complies with its content security policy and loads nothing from other origins`, async () => {
      const address = server.serve(page);
      const { page: browserPage, requested, complaints } = await openWatchedPage(browser, address);
      await browserPage.locator('h1').waitFor({ state: 'attached' });
      expect(requested.filter((url) => new URL(url).origin !== new URL(address).origin)).toEqual([]);
      expect(complaints).toEqual([]);
      await browserPage.close();
    });

    for (const theme of ['light', 'dark'] as const) {
      for (const [size, viewport] of Object.entries(sizes)) {
        it(`${name}, ${theme} and ${size}: has no axe violations`, async () => {
          const browserPage = await openPage(browser, { bypassCSP: true, viewport });
          await browserPage.goto(server.serve(themed(page, theme)));
          await screenshot(browserPage, `page-${name.replaceAll(' ', '-')}-${theme}-${size}`);
          expect(await violationsIn(browserPage)).toEqual([]);
          await browserPage.close();
        });
      }
    }

    it(`${name}: does not scroll horizontally at a width of 320 pixels`, async () => {
      const browserPage = await openPage(browser, { viewport: { width: 320, height: 640 } });
      await browserPage.goto(server.serve(page));
      expect(await browserPage.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBe(320);
      await browserPage.close();
    });
  }

  it('axe reports text with too little contrast, so it tests the rendered page', async () => {
    const browserPage = await openPage(browser, { bypassCSP: true });
    await browserPage.goto(
      server.serve({ frame, content: { ...document, text: '<p><font color="#eee">pale</font></p>' } }),
    );
    expect(await violationsIn(browserPage)).toHaveLength(1);
    await browserPage.close();
  });

  it('axe reports no violations if all expandables are open', async () => {
    for (const viewport of Object.values(sizes)) {
      const browserPage = await openPage(browser, { bypassCSP: true, viewport });
      await browserPage.goto(server.serve(pages.document!));
      await browserPage.evaluate(() => {
        for (const details of globalThis.document.querySelectorAll('details')) details.open = true;
      });
      expect(await violationsIn(browserPage)).toEqual([]);
      await browserPage.close();
    }
  });

  it('on narrow screens, a button opens the navigation; Escape or another button closes it', async () => {
    const browserPage = await openPage(browser, { viewport: sizes.narrow });
    await browserPage.goto(server.serve(pages.document!));
    const link = browserPage.getByRole('link', { name: 'Installation' });
    await expect.poll(() => link.isVisible()).toBe(false);
    await browserPage.getByRole('button', { name: 'Menu' }).click();
    await expect.poll(() => link.isVisible()).toBe(true);
    await browserPage.keyboard.press('Escape');
    await expect.poll(() => link.isVisible()).toBe(false);
    await browserPage.getByRole('button', { name: 'Menu' }).click();
    await browserPage.getByRole('button', { name: 'Close the menu' }).click();
    await expect.poll(() => link.isVisible()).toBe(false);
    await browserPage.close();
  });

  it('on wide screens, the pages and the outline are next to the text', async () => {
    const browserPage = await openPage(browser, { viewport: sizes.wide });
    await browserPage.goto(server.serve(pages.document!));
    const boxes = await Promise.all(
      ['.pages', '.text', '.outline ul'].map((part) => browserPage.locator(part).boundingBox()),
    );
    const [pagesBox, text, outline] = boxes.map((box) => box!);
    expect(pagesBox!.x + pagesBox!.width).toBeLessThan(text!.x);
    expect(text!.x + text!.width).toBeLessThan(outline!.x);
    expect(text!.width).toBeLessThanOrEqual(720);
    await browserPage.locator('.outline a').first().focus();
    expect(await browserPage.evaluate(() => globalThis.document.activeElement?.textContent)).toBe(
      'What stands in a text',
    );
    await browserPage.close();
  });

  it('tabs show the chosen panel, also with the keyboard', async () => {
    const browserPage = await openPage(browser, { viewport: sizes.wide });
    await browserPage.goto(server.serve(pages.document!));
    const visible = () => browserPage.locator('.panel:visible').allInnerTexts();
    expect(await visible()).toEqual(['npm install docgraph']);
    await browserPage.getByText('Docker', { exact: true }).click();
    expect(await visible()).toEqual(['Take the image, and give it a volume for its data.']);
    await browserPage.keyboard.press('ArrowRight');
    expect(await visible()).toEqual(['Clone the repository.']);
    await browserPage.close();
  });

  it('the first Tab key focuses a link that skips to the content', async () => {
    const browserPage = await openPage(browser);
    await browserPage.goto(server.serve(pages.document!));
    await browserPage.keyboard.press('Tab');
    await expect.poll(() => browserPage.getByText('Skip to the content').isVisible()).toBe(true);
    await browserPage.keyboard.press('Enter');
    expect(await browserPage.evaluate(() => globalThis.document.activeElement?.id)).toBe('~content');
    await browserPage.close();
  });

  it('a printed page has only the text, in light colors, with all panels', async () => {
    const browserPage = await openPage(browser);
    await browserPage.goto(server.serve(themed(pages.document!, 'dark')));
    await browserPage.emulateMedia({ media: 'print' });
    for (const part of ['.site-header', '.navigation', '.outline', '.neighbours', '.only-dark'])
      expect(await browserPage.locator(part).first().isVisible(), part).toBe(false);
    expect(await browserPage.locator('.panel:visible').count()).toBe(3);
    const background = await browserPage.evaluate(() => getComputedStyle(globalThis.document.body).backgroundColor);
    expect(background).toBe('rgb(255, 255, 255)');
    const text = await browserPage.locator('.text').boundingBox();
    expect(text!.width).toBeGreaterThan(0.9 * browserPage.viewportSize()!.width);
    await browserPage.close();
  });
});
