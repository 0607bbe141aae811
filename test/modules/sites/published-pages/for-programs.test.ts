import { describe, expect, it } from 'vitest';
import type { OpenableSite } from '../published-sites/site-kit.js';
import { visitorOf } from './browsing.js';
import { guideSites } from './guide-sites.js';

const { test, guide, secret, siteWith, at, setSite } = await guideSites();

describe('a site for crawlers and agents', () => {
  it('has a Markdown version of each page, whose links lead to Markdown versions', async () => {
    const site = await siteWith();
    const install = await visitorOf(test).get(at(site, '/guide/guide/install.md'));
    expect([install.status, install.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(install.text).toBe('> How to install it\n\n# Install\n\n## On Linux\n\nType this.\n');
    expect(install.headers.link).toBe(`<https://docs.test${at(site, '/guide/guide/install')}>; rel="canonical"`);
    const { text } = await visitorOf(test).get(at(site, '/guide.md'));
    expect(text).toContain(`[how to install](https://docs.test${at(site, '/guide/guide/install.md')}#on-linux)`);
    expect(text).toContain('[nothing](nowhere.md)');
  });

  it('has a sitemap of the pages that are neither hidden nor excluded from robots', async () => {
    const site = await siteWith();
    const index = (await visitorOf(test).get(at(site, '/sitemap.xml'))).text;
    const [map] = [...index.matchAll(/<loc>https:\/\/docs\.test([^<]+)<\/loc>/g)].map(([, address]) => address!);
    const { text, headers } = await visitorOf(test).get(map!);
    const pages = [...text.matchAll(/<loc>https:\/\/docs\.test([^<]+)<\/loc><lastmod>/g)].map(
      ([, address]) => address!,
    );
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(pages).toEqual(
      ['/guide', '/guide/guide', '/guide/guide/install', '/guide/you'].map((path) => at(site, path)),
    );
    for (const page of pages) expect((await visitorOf(test).get(page)).status).toBe(200);
  });

  it('allows robots in robots.txt if it is public, and its content is open to agents', async () => {
    const robots = async (site: OpenableSite) => (await visitorOf(test).get(at(site, '/robots.txt'))).text;
    const site = await siteWith();
    expect(await robots(site)).toBe(`User-agent: *\nAllow: /\nSitemap: https://docs.test${at(site)}/sitemap.xml\n`);
    expect(await robots(await siteWith({ visibility: 'unlisted' }))).toBe('User-agent: *\nDisallow: /\n');
    await setSite(site, { agentsContext: 'excluded' });
    expect(await robots(site)).toBe('User-agent: *\nDisallow: /\n');
    expect((await visitorOf(test).get(at(site, '/guide.md'))).status).toBe(404);
    expect((await visitorOf(test).get(at(site, '/guide'))).text).not.toContain('.md"');
  });

  it('sends `X-Robots-Tag` with pages that must not be indexed', async () => {
    const tag = async (site: OpenableSite, path: string) =>
      (await visitorOf(test).get(at(site, path))).headers['x-robots-tag'];
    expect(await tag(await siteWith(), '/guide')).toBeUndefined();
    expect(await tag(await siteWith(), '/guide/unlisted')).toBe('noindex');
    expect(await tag(await siteWith({ visibility: 'unlisted' }), '/guide')).toBe('noindex');
  });
});

describe('the search of a site', () => {
  it('finds pages and sections, and links to them', async () => {
    const site = await siteWith();
    const { status, text } = await visitorOf(test).get(`${at(site, '/~search')}?q=linux`);
    expect(status).toBe(200);
    expect(text).toContain(`href="${at(site, '/guide/guide/install')}#on-linux"`);
    expect(text).toContain('value="linux"');
  });

  it('does not find content that is hidden from the visitor', async () => {
    const site = await siteWith({ spaces: [{ space: guide }, { space: secret, condition: 'visitor.claims.vip' }] });
    const { status, text } = await visitorOf(test).get(`${at(site, '/~search')}?q=plans`);
    expect([status, text.includes('We will win')]).toEqual([200, false]);
  });

  it('accepts any query', async () => {
    const site = await siteWith();
    for (const query of ['', '%', '"', '<script>alert(1)</script>', 'x'.repeat(5_000), '%00'])
      expect((await visitorOf(test).get(`${at(site, '/~search')}?q=${encodeURIComponent(query)}`)).status).toBe(200);
  });
});
