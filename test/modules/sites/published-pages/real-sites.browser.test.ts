import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsIn } from '../../../api/http/axe.js';
import { chromium, listenTo, openPage, reason, screenshot } from '../../../api/http/browser-kit.js';
import { listen } from '../../../api/http/server-kit.js';
import { corpora, corpusSkip } from '../../../engine/corpora.js';
import { testApp } from '../../../support/app.js';
import { sampled } from '../../../support/properties.js';
import { seedOrganization } from '../../../support/seed.js';
import { blocksSite, corpusSite, manualSite, type ReadSite } from './real-sites.js';
import { origin, type SiteBrowser, siteBrowser } from './site-browser.js';

const narrow = { width: 320, height: 640 };

describe.skipIf(chromium === undefined)(`real pages of sites${reason}`, () => {
  let scene: SiteBrowser;
  let acme: Awaited<ReturnType<typeof seedOrganization>>;
  let blocks: ReadSite;
  beforeAll(async () => {
    scene = await siteBrowser(chromium!);
    acme = await seedOrganization(scene.test);
    blocks = await blocksSite(scene.test, acme);
  });
  afterAll(() => scene?.browser.close());

  const opened = (options: Parameters<typeof openPage>[1] = {}): Promise<Page> =>
    openPage(scene.browser, { viewport: { width: 1280, height: 800 }, ...options });

  /** Asks for pages as a browser does: nothing but them, what they are shown with, and their images; no rule is broken. */
  async function expectOnlyOurs(pages: readonly string[]): Promise<void> {
    const page = await opened();
    const { requested, complaints, dialogs } = listenTo(page);
    // Those of the pages before, too: an image that cannot be had is told of when its page is gone already.
    const named: string[] = [];
    for (const path of pages) {
      requested.length = 0;
      await page.goto(origin + path);
      const images = page.locator('img');
      named.push(...(await images.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src))));
      const beside = requested.filter((url) => !named.includes(url) && !url.startsWith(`${origin}/published/`));
      expect(beside, path).toEqual([]);
      const notImages = complaints.splice(0).filter((complaint) => !named.some((image) => complaint.endsWith(image)));
      expect(notImages, path).toEqual([]);
    }
    expect(dialogs).toEqual([]);
    await page.close();
  }

  async function expectNoSideways(pages: readonly string[]): Promise<void> {
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
    it('asks for nothing but itself, and breaks no rule of its policy', () => expectOnlyOurs(blocks.pages));

    it('does not scroll sideways on a narrow screen', () => expectNoSideways(blocks.pages));

    for (const theme of ['light', 'dark'] as const)
      it.each([320, 1440])(`has nothing that axe finds, ${theme} and %i pixels wide`, async (width) => {
        const page = await opened({ bypassCSP: true, viewport: { width, height: 900 } });
        await page.goto(`${origin}${blocks.pages[0]}?theme=${theme}`);
        expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
        await screenshot(page, `site-blocks-${theme}-${width}`);
        expect(await violationsIn(page)).toEqual([]);
        await page.close();
      });
  });

  describe('what stands in for a page', () => {
    const notices: Record<string, [status: number, address: () => Promise<string> | string]> = {
      'a search': [200, () => `${origin}${blocks.home}/~search?q=install`],
      'a search without a result': [200, () => `${origin}${blocks.home}/~search?q=rhinoceros`],
      'a search for nothing': [200, () => `${origin}${blocks.home}/~search`],
      'a page that is not there': [404, () => `${origin}${blocks.home}/none`],
      'a site that is not there': [404, () => `${origin}/published/none/none`],
      'a preview': [200, previewAddress],
      'a site for visitors with a token': [401, signedInAddress],
      'a site that too much was asked for': [429, limitedAddress],
    };

    it.each(Object.entries(notices))('%s has nothing that axe finds', async (name, [status, address]) => {
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
    let manual: ReadSite;
    beforeAll(async () => {
      manual = await manualSite(scene.test, acme);
      expect(manual.pages.length).toBeGreaterThan(20);
    });

    it('asks for nothing but itself, and breaks no rule of its policy', () => expectOnlyOurs(sampled(manual.pages, 4)));

    it('has nothing that axe finds', () => expectAccessible(sampled(manual.pages, 8)));

    it('does not scroll sideways on a narrow screen', () => expectNoSideways(manual.pages));

    it('has the page that is open in sight in its navigation', async () => {
      const page = await opened({ viewport: { width: 1280, height: 500 } });
      await page.goto(origin + manual.pages.at(-1));
      const box = await page.locator('.pages [aria-current=page]').boundingBox();
      expect(box!.y + box!.height).toBeLessThan(500);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.close();
    });
  });

  for (const name of ['small-laravel-translatable', 'medium-elsa']) {
    describe.skipIf(corpora === null)(`the corpus ${name}${corpusSkip}`, () => {
      let some: string[] = [];
      beforeAll(async () => {
        const { pages } = await corpusSite(scene.test, acme, name);
        some = pages.filter((_, index) => index % Math.ceil(pages.length / 12) === 0);
        expect(some.length).toBeGreaterThan(7);
      });

      it('asks for nothing but itself and the images that it names, and breaks no rule of its policy', () =>
        expectOnlyOurs(some));

      it('has nothing that axe finds', () => expectAccessible(some));

      it('does not scroll sideways on a narrow screen', () => expectNoSideways(some));
    });
  }
});
