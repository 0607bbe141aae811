import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, openPage, reason } from '../../../api/http/browser-kit.js';
import { seedOrganization } from '../../../support/seed.js';
import { blocksSite, type PublishedSiteAddresses } from './real-sites.js';
import { origin, type SiteBrowser, siteBrowser } from './site-browser.js';

describe.skipIf(chromium === undefined)(`a site, used with the keyboard and without scripts${reason}`, () => {
  let scene: SiteBrowser;
  let site: PublishedSiteAddresses;
  let page: Page;
  beforeAll(async () => {
    scene = await siteBrowser(chromium!);
    site = await blocksSite(scene.test, await seedOrganization(scene.test));
  });
  afterAll(() => scene?.browser.close());

  async function open(width = 1280): Promise<void> {
    await page?.close();
    page = await openPage(scene.browser, { javaScriptEnabled: false, viewport: { width, height: 800 } });
    await page.goto(origin + site.home);
  }

  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      const field = element as HTMLInputElement | null;
      return field?.getAttribute('aria-label') || field?.labels?.[0]?.textContent || element?.textContent?.trim() || '';
    });

  /** Presses Tab until the element with this name has the focus. Returns the names of all focused elements in order. */
  async function tabTo(name: string): Promise<string[]> {
    const passed: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      passed.push(await focused());
      if (passed.at(-1) === name) return passed;
    }
    throw new Error(`Tab does not lead to ${name}, but to ${passed.join(', ')}`);
  }

  it('has a tab order from top to bottom: its name, the search, sections, pages, the text', async () => {
    await open();
    const passed = await tabTo('how it is set up');
    const order = ['Skip to the content', 'Acme docs', 'Search this site', 'Docs', 'More', 'All blocks', 'Guide'];
    expect(passed.filter((name) => order.includes(name))).toEqual(order);
  });

  it('has a link to the text as the first element', async () => {
    await open();
    expect(await tabTo('Skip to the content')).toHaveLength(1);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('~content');
  });

  it('can be searched, and results can be opened', async () => {
    await open();
    await tabTo('Search this site');
    await page.keyboard.type('install');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/~search?q=install');
    await tabTo('On Linux');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guide/linux');
  });

  it('can be switched to dark and back to light', async () => {
    await open();
    for (const [name, theme] of [
      ['Dark', 'dark'],
      ['Light', 'light'],
    ] as const) {
      await page.locator('.theme-link').focus();
      expect(await focused()).toContain(name);
      await page.keyboard.press('Enter');
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      expect(page.url()).not.toContain('theme');
    }
  });

  it('has tabs that arrow keys switch', async () => {
    await open();
    await tabTo('npm');
    const panels = () => page.locator('.panel:visible').allInnerTexts();
    expect(await panels()).toEqual(['npm install docgraph']);
    await page.keyboard.press('ArrowRight');
    expect(await panels()).toEqual(['Take the image, and give it a volume for its data.']);
    await page.keyboard.press('ArrowLeft');
    expect(await panels()).toEqual(['npm install docgraph']);
  });

  it('has sections that expand with Enter', async () => {
    await open();
    const answer = page.getByText('Nothing but the room it takes.');
    await tabTo('What does it cost?');
    expect(await answer.isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await expect.poll(() => answer.isVisible()).toBe(true);
  });

  it('has a menu on narrow screens that opens, has focusable links, and closes with the focus on its button', async () => {
    await open(375);
    const guide = page.locator('.pages').getByRole('link', { name: 'Guide' });
    await tabTo('Menu');
    expect(await guide.isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await expect.poll(() => guide.isVisible()).toBe(true);
    await tabTo('Guide');
    await page.keyboard.press('Escape');
    await expect.poll(() => guide.isVisible()).toBe(false);
    expect(await focused()).toBe('Menu');
    await page.keyboard.press('Enter');
    await tabTo('Guide');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/guide');
  });
});
