import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, listenTo, openPage, reason, type WatchedPage } from '../../../api/http/browser-kit.js';
import { xssVectors } from '../../../render/html/xss-vectors.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { seedSite, tokenFor } from '../published-sites/site-kit.js';
import { seedSite as seedApiSite } from '../sites/site-kit.js';
import { visitorOf } from './browsing.js';
import {
  expressionPages,
  looksWithHostileValues,
  lookWithText,
  seedHostilePages,
  seedHostileStructure,
  storable,
} from './hostile-site.js';
import { findUnsafePages } from './pages-without-policy.js';
import { origin, type SiteBrowser, siteBrowser } from './site-browser.js';

/** Addresses of images in the hostile texts. Pages may load images from any host. */
const imagesNamed = /^https:\/\/a\.test\//;

describe.skipIf(chromium === undefined)(`hostile texts on pages of sites${reason}`, () => {
  let scene: SiteBrowser;
  let acme: Awaited<ReturnType<typeof seedOrganization>>;
  /** A page outside of all sites, opened without a content security policy. */
  let uncontrolledPage: Page;
  let pageEvents: WatchedPage;
  /** HTML of the pages to check without a policy, by address. */
  const pages = new Map<string, string>();
  beforeAll(async () => {
    scene = await siteBrowser(chromium!);
    acme = await seedOrganization(scene.test);
    uncontrolledPage = await openPage(scene.browser, { bypassCSP: true });
    pageEvents = listenTo(uncontrolledPage);
    await uncontrolledPage.goto(`${origin}/published/none/none`);
    pageEvents.complaints.length = 0;
  });
  afterAll(() => scene?.browser.close());

  const read = async (address: string, visitor = visitorOf(scene.test)): Promise<string> => {
    const { status, text, ...found } = await visitor.follow(address);
    expect(status, address).toBe(200);
    pages.set(found.address, text);
    return text;
  };

  /** Expects that the pages cannot run scripts, have run none, and have loaded nothing but images. */
  async function expectHarmless(some: ReadonlyMap<string, string>): Promise<void> {
    const before = pageEvents.requested.length;
    expect(await findUnsafePages(uncontrolledPage, some)).toEqual([]);
    expect(pageEvents.dialogs).toEqual([]);
    const elsewhere = pageEvents.requested.slice(before).filter((url) => !url.startsWith(`${origin}/`));
    expect(elsewhere.filter((url) => !imagesNamed.test(url))).toEqual([]);
    expect(uncontrolledPage.url()).toBe(`${origin}/published/none/none`);
  }

  it('run in pages without any protection', async () => {
    const page = await openPage(scene.browser, { bypassCSP: true });
    const { dialogs, requested } = listenTo(page);
    await page.goto(`${origin}/published/none/none`);
    const raw = new Map(xssVectors.map((vector) => [vector, `${vector}<img src="${vector}">`]));
    const faulty = await findUnsafePages(page, raw);
    expect(dialogs.length).toBeGreaterThan(80);
    expect(faulty.length).toBeGreaterThan(200);
    expect(requested.filter((url) => url.includes('evil.example')).length).toBeGreaterThan(3);
    await page.close();
  });

  it('do nothing in titles, descriptions, paths, icons, file names and texts', async () => {
    const { site, refused } = await seedHostilePages(scene.test, acme);
    expect(refused.length).toBeLessThan(20);
    const home = `/published/${acme.id}/${site.id}`;
    const maps = await Promise.all(
      site.siteSpaces.map((id) => visitorOf(scene.test).get(`${home}/~sitemap/${id}.xml`)),
    );
    const addresses = maps.flatMap(({ text }) => [...text.matchAll(/<loc>[^<]*?(\/published\/[^<]*)<\/loc>/g)]);
    expect(addresses.length).toBeGreaterThan(200);
    const before = pages.size;
    for (const [, address] of addresses) await read(address!.replaceAll('&#38;', '&').replaceAll('&#39;', "'"));
    await expectHarmless(new Map([...pages].slice(before)));
  });

  it('do nothing in titles of spaces, sections and groups', async () => {
    const site = await seedHostileStructure(scene.test, acme);
    const before = pages.size;
    const text = await read(`/published/${acme.id}/${site.id}`);
    expect(text.split('<li>').length).toBeGreaterThan(300);
    await expectHarmless(new Map([...pages].slice(before)));
  });

  it('do nothing in values of variables and claims, signed or not', async () => {
    const atOnce = 12;
    const space = await seedSpace(scene.test, acme.id, expressionPages(storable, atOnce));
    const site = await seedSite(scene.test, {
      ...{ organization: acme.id, visibility: 'visitor-auth', adaptive: true },
      spaces: [{ space, path: 'guide' }],
    });
    const some = new Map<string, string>();
    for (let at = 0; at < storable.length; at += atOnce) {
      const claims = storable.slice(at, at + atOnce).map((vector, index) => [`c${index}`, vector] as const);
      const jwt_token = await tokenFor(site.signingKey, Object.fromEntries(claims));
      const unsigned = claims.map(([name, value]) => [`visitor.${name}`, value]);
      const query = new URLSearchParams([['jwt_token', jwt_token], ...unsigned]);
      const visitor = visitorOf(scene.test);
      some.set(`claims ${at}`, await read(`/published/${acme.id}/${site.id}/guide/claims?${query}`, visitor));
      if (at === 0) some.set('variables', await read(`/published/${acme.id}/${site.id}/guide`, visitor));
    }
    expect(some.get('variables')!.split('javascript:alert(1)').length).toBeGreaterThan(60);
    // Each value occurs four times as a signed claim and four times as an unsigned one.
    expect(some.get('claims 0')!.split('>javascript:alert(1)<')).toHaveLength(9);
    await expectHarmless(some);
  });

  it('do nothing in the customization of a site, in its title, and in search queries', async () => {
    const space = await seedSpace(scene.test, acme.id);
    const site = await seedApiSite(scene.test, acme, { title: 'Acme docs', spaces: [space] });
    await site.ask('POST', '/publish');
    const [some, refused]: [Map<string, string>, string[]] = [new Map(), []];
    for (const look of looksWithHostileValues()) {
      const { status } = await site.ask('PUT', '/customization', look);
      if (status === 200) some.set(JSON.stringify(look), await read(`/published/${acme.id}/${site.id}`));
    }
    expect(some.size).toBeLessThan(10);
    for (const vector of xssVectors) {
      const { status } = await site.ask('PUT', '/customization', lookWithText(vector));
      if (status !== 200) refused.push(vector);
      // A URL with NUL is refused before a page is rendered.
      if (vector.includes('\0')) continue;
      const brought = { q: vector, shareKey: vector, jwt_token: vector, theme: vector, 'visitor.a': vector };
      const query = new URLSearchParams(Object.entries(brought).map(([name, value]) => [name, value.toWellFormed()]));
      some.set(vector, await read(`/published/${acme.id}/${site.id}/~search?${query}`));
    }
    expect(refused.length).toBeLessThan(15);
    await expectHarmless(some);
  });

  it('do not violate the policy of a page, load nothing and do not navigate', async () => {
    const page = await openPage(scene.browser);
    const { dialogs, requested, complaints } = listenTo(page);
    const addresses = [...pages.keys()].filter((_, index) => index % 8 === 0);
    for (const address of addresses) {
      await page.goto(origin + address, { waitUntil: 'load' });
      expect(page.url()).toBe(new URL(origin + address).href);
    }
    expect(addresses.length).toBeGreaterThan(30);
    expect(dialogs).toEqual([]);
    const elsewhere = requested.filter((url) => !url.startsWith(`${origin}/published/`));
    expect(elsewhere.filter((url) => !imagesNamed.test(url))).toEqual([]);
    expect(complaints.filter((complaint) => !/ https:\/\/a\.test\//.test(complaint))).toEqual([]);
  });
});
