import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsIn } from '../../../api/http/axe.js';
import { chromium, listenTo, openPage, reason, screenshot } from '../../../api/http/browser-kit.js';
import { listen } from '../../../api/http/server-kit.js';
import { corpora, corpusSkipSuffix } from '../../../engine/corpora.js';
import { testApp } from '../../../support/app.js';
import { sampled } from '../../../support/properties.js';
import { seedOrganization } from '../../../support/seed.js';
import { blocksSite, corpusSite, manualSite, type PublishedSiteAddresses } from './real-sites.js';
import { origin, type SiteBrowser, siteBrowser } from './site-browser.js';

const narrow = { width: 320, height: 640 };

describe.skipIf(chromium === undefined)(`real pages of sites${reason}`, () => {
  let scene: SiteBrowser;
  let acme: Awaited<ReturnType<typeof seedOrganization>>;
  let blocks: PublishedSiteAddresses;
  beforeAll(async () => {
    scene = await siteBrowser(chromium!);
    acme = await seedOrganization(scene.test);
    blocks = await blocksSite(scene.test, acme);
  });
  afterAll(() => scene?.browser.close());

  const opened = (options: Parameters<typeof openPage>[1] = {}): Promise<Page> =>
    openPage(scene.browser, { viewport: { width: 1280, height: 800 }, ...options });

  /**
   * Opens pages in a browser. Expects requests only for pages, their assets and the images that they name, and no
   * violation of the policy.
   */
  async function expectNoForeignRequests(pages: readonly string[]): Promise<void> {
    const page = await opened();
    const { requested, complaints, dialogs } = listenTo(page);
    // Includes images of earlier pages: a failed image request may be reported after its page is left.
    const named: string[] = [];
    for (const path of pages) {
      requested.length = 0;
      await page.goto(origin + path);
      const images = page.locator('img');
      named.push(...(await images.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src))));
      const unexpectedRequests = requested.filter(
        (url) => !named.includes(url) && !url.startsWith(`${origin}/published/`),
      );
      expect(unexpectedRequests, path).toEqual([]);
      const notImages = complaints.splice(0).filter((complaint) => !named.some((image) => complaint.endsWith(image)));
      expect(notImages, path).toEqual([]);
    }
    expect(dialogs).toEqual([]);
    await page.close();
  }

  async function expectNoHorizontalScroll(pages: readonly string[]): Promise<void> {
    const page = await opened({ viewport: narrow });
    const wide: string[] = [];
    for (const path of pages) {
      await page.goto(origin + path, { waitUntil: 'domcontentloaded' });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > narrow.width) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
    await page.close();
  }

  async function expectAccessible(pages: readonly string[]): Promise<void> {
    const page = await opened({ bypassCSP: true });
    const found: string[] = [];
    for (const path of pages) {
      await page.goto(origin + path);
      found.push(...(await violationsIn(page)).map((violation) => `${path} ${violation}`));
    }
    expect(found).toEqual([]);
    await page.close();
  }

  describe('a page with every kind of block', () => {
    it('requests only its own files, and does not violate its policy', () => expectNoForeignRequests(blocks.pages));

    it('does not scroll sideways on a narrow screen', () => expectNoHorizontalScroll(blocks.pages));

    for (const theme of ['light', 'dark'] as const)
      it.each([320, 1440])(`has no axe violations, ${theme} and %i pixels wide`, async (width) => {
        const page = await opened({ bypassCSP: true, viewport: { width, height: 900 } });
        await page.goto(`${origin}${blocks.pages[0]}?theme=${theme}`);
        expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
        await screenshot(page, `site-blocks-${theme}-${width}`);
        expect(await violationsIn(page)).toEqual([]);
        await page.close();
      });
  });

  describe('searches, previews and errors', () => {
    const specialPages: Record<string, [status: number, address: () => Promise<string> | string]> = {
      'a search': [200, () => `${origin}${blocks.home}/~search?q=install`],
      'a search without results': [200, () => `${origin}${blocks.home}/~search?q=rhinoceros`],
      'a search without a query': [200, () => `${origin}${blocks.home}/~search`],
      'a missing page': [404, () => `${origin}${blocks.home}/none`],
      'a missing site': [404, () => `${origin}/published/none/none`],
      'a preview': [200, previewAddress],
      'a site for signed-in visitors': [200, signedInAddress],
      'a site after too many requests': [429, limitedAddress],
    };

    it.each(Object.entries(specialPages))('%s has no axe violations', async (name, [status, address]) => {
      const page = await opened({ bypassCSP: true });
      const answer = await page.goto(await address());
      expect(answer?.status()).toBe(status);
      await screenshot(page, `site-${name.replaceAll(' ', '-')}`);
      expect(await violationsIn(page)).toEqual([]);
      await page.close();
    });

    async function previewAddress(): Promise<string> {
      const query = 'query ($id: ID!) { site(id: $id) { preview { url } } }';
      const { data } = await scene.test.graphql(query, { ...acme.admin, variables: { id: blocks.id } });
      return data.site.preview.url;
    }

    async function signedInAddress(): Promise<string> {
      return origin + (await blocksSite(scene.test, acme, { visibility: 'visitor-auth' })).home;
    }

    async function limitedAddress(): Promise<string> {
      const limited = await testApp({ RATE_LIMIT: '1' });
      const organization = await seedOrganization(limited);
      const { home } = await blocksSite(limited, organization);
      const address = (await listen(limited)) + home;
      const statuses = ['docs/blocks/guide', 'docs/blocks/guide/linux', 'docs/other'].map((path) =>
        fetch(`${address}/${path}`),
      );
      expect((await Promise.all(statuses)).map(({ status }) => status)).toContain(429);
      return `${address}/more/third`;
    }
  });

  describe('the manual', () => {
    let manual: PublishedSiteAddresses;
    beforeAll(async () => {
      manual = await manualSite(scene.test, acme);
      expect(manual.pages.length).toBeGreaterThan(20);
    });

    it('requests only its own files, and does not violate its policy', () =>
      expectNoForeignRequests(sampled(manual.pages, 4)));

    it('has no axe violations', () => expectAccessible(sampled(manual.pages, 8)));

    it('does not scroll sideways on a narrow screen', () => expectNoHorizontalScroll(manual.pages));

    it('has the current page in view in its navigation', async () => {
      const page = await opened({ viewport: { width: 1280, height: 500 } });
      await page.goto(origin + manual.pages.at(-1));
      const box = await page.locator('.pages [aria-current=page]').boundingBox();
      expect(box!.y + box!.height).toBeLessThan(500);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.close();
    });
  });

  for (const name of ['small-laravel-translatable', 'medium-elsa']) {
    describe.skipIf(corpora === null)(`the corpus ${name}${corpusSkipSuffix}`, () => {
      let some: string[] = [];
      beforeAll(async () => {
        const { pages } = await corpusSite(scene.test, acme, name);
        some = pages.filter((_, index) => index % Math.ceil(pages.length / 12) === 0);
        expect(some.length).toBeGreaterThan(7);
      });

      it('requests only its own files and the images that it names, and does not violate its policy', () =>
        expectNoForeignRequests(some));

      it('has no axe violations', () => expectAccessible(some));

      it('does not scroll sideways on a narrow screen', () => expectNoHorizontalScroll(some));
    });
  }
});
