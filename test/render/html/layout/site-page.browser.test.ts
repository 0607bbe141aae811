import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SitePage } from '../../../../src/render/html/layout/site-page.js';
import { violationsIn } from '../../../api/http/axe.js';
import { chromium, launch, openPage, reason, screenshot, watch } from '../../../api/http/browser-kit.js';
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
  'words without end': { frame: endless(frame), content: endless(document) },
};

/** Returns a copy with a long word in all titles and descriptions. */
function endless<Part>(part: Part): Part {
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
      const { page: shown, requested, complaints } = await watch(browser, address);
      await shown.locator('h1').waitFor({ state: 'attached' });
      expect(requested.filter((url) => new URL(url).origin !== new URL(address).origin)).toEqual([]);
      expect(complaints).toEqual([]);
      await shown.close();
    });

    for (const theme of ['light', 'dark'] as const) {
      for (const [size, viewport] of Object.entries(sizes)) {
        it(`${name}, ${theme} and ${size}: has no axe violations`, async () => {
          const shown = await openPage(browser, { bypassCSP: true, viewport });
          await shown.goto(server.serve(themed(page, theme)));
          await screenshot(shown, `page-${name.replaceAll(' ', '-')}-${theme}-${size}`);
          expect(await violationsIn(shown)).toEqual([]);
          await shown.close();
        });
      }
    }

    it(`${name}: does not scroll horizontally at a width of 320 pixels`, async () => {
      const shown = await openPage(browser, { viewport: { width: 320, height: 640 } });
      await shown.goto(server.serve(page));
      expect(await shown.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBe(320);
      await shown.close();
    });
  }

  it('axe tests the rendered page: it reports text with too little contrast', async () => {
    const shown = await openPage(browser, { bypassCSP: true });
    await shown.goto(server.serve({ frame, content: { ...document, text: '<p><font color="#eee">pale</font></p>' } }));
    expect(await violationsIn(shown)).toHaveLength(1);
    await shown.close();
  });

  it('axe reports no violations if all expandables are open', async () => {
    for (const viewport of Object.values(sizes)) {
      const shown = await openPage(browser, { bypassCSP: true, viewport });
      await shown.goto(server.serve(pages.document!));
      await shown.evaluate(() => {
        for (const details of globalThis.document.querySelectorAll('details')) details.open = true;
      });
      expect(await violationsIn(shown)).toEqual([]);
      await shown.close();
    }
  });

  it('on narrow screens, a button opens the navigation; Escape or another button closes it', async () => {
    const shown = await openPage(browser, { viewport: sizes.narrow });
    await shown.goto(server.serve(pages.document!));
    const link = shown.getByRole('link', { name: 'Installation' });
    await expect.poll(() => link.isVisible()).toBe(false);
    await shown.getByRole('button', { name: 'Menu' }).click();
    await expect.poll(() => link.isVisible()).toBe(true);
    await shown.keyboard.press('Escape');
    await expect.poll(() => link.isVisible()).toBe(false);
    await shown.getByRole('button', { name: 'Menu' }).click();
    await shown.getByRole('button', { name: 'Close the menu' }).click();
    await expect.poll(() => link.isVisible()).toBe(false);
    await shown.close();
  });

  it('on wide screens, the pages and the outline are next to the text', async () => {
    const shown = await openPage(browser, { viewport: sizes.wide });
    await shown.goto(server.serve(pages.document!));
    const boxes = await Promise.all(
      ['.pages', '.text', '.outline ul'].map((part) => shown.locator(part).boundingBox()),
    );
    const [pagesBox, text, outline] = boxes.map((box) => box!);
    expect(pagesBox!.x + pagesBox!.width).toBeLessThan(text!.x);
    expect(text!.x + text!.width).toBeLessThan(outline!.x);
    expect(text!.width).toBeLessThanOrEqual(720);
    await shown.locator('.outline a').first().focus();
    expect(await shown.evaluate(() => globalThis.document.activeElement?.textContent)).toBe('What stands in a text');
    await shown.close();
  });

  it('tabs show the chosen panel, also with the keyboard', async () => {
    const shown = await openPage(browser, { viewport: sizes.wide });
    await shown.goto(server.serve(pages.document!));
    const visible = () => shown.locator('.panel:visible').allInnerTexts();
    expect(await visible()).toEqual(['npm install docgraph']);
    await shown.getByText('Docker', { exact: true }).click();
    expect(await visible()).toEqual(['Take the image, and give it a volume for its data.']);
    await shown.keyboard.press('ArrowRight');
    expect(await visible()).toEqual(['Clone the repository.']);
    await shown.close();
  });

  it('the first Tab key focuses a link that skips to the content', async () => {
    const shown = await openPage(browser);
    await shown.goto(server.serve(pages.document!));
    await shown.keyboard.press('Tab');
    await expect.poll(() => shown.getByText('Skip to the content').isVisible()).toBe(true);
    await shown.keyboard.press('Enter');
    expect(await shown.evaluate(() => globalThis.document.activeElement?.id)).toBe('~content');
    await shown.close();
  });

  it('a printed page has only the text, in light colors, with all panels', async () => {
    const shown = await openPage(browser);
    await shown.goto(server.serve(themed(pages.document!, 'dark')));
    await shown.emulateMedia({ media: 'print' });
    for (const part of ['.site-header', '.navigation', '.outline', '.neighbours', '.only-dark'])
      expect(await shown.locator(part).first().isVisible(), part).toBe(false);
    expect(await shown.locator('.panel:visible').count()).toBe(3);
    const background = await shown.evaluate(() => getComputedStyle(globalThis.document.body).backgroundColor);
    expect(background).toBe('rgb(255, 255, 255)');
    const text = await shown.locator('.text').boundingBox();
    expect(text!.width).toBeGreaterThan(0.9 * shown.viewportSize()!.width);
    await shown.close();
  });
});
