import { describe, expect, it } from 'vitest';
import { seedSpace } from '../../../support/seed.js';
import { tokenFor } from '../published-sites/site-kit.js';
import { visitorOf } from './browsing.js';
import { guideSites } from './guide-sites.js';

const sites = await guideSites();
const { test, acme, siteWith, at, setSite } = sites;
const page = '/guide/guide/install';
const shared = 'public, max-age=0, s-maxage=60';
const unshared = 'private, no-cache';

/** Returns the header of the response to a visitor. */
async function cacheControl(address: string, headers: Record<string, string> = {}, visitor = visitorOf(test)) {
  return (await visitor.get(address, headers)).headers['cache-control'];
}

describe('shared caches may store', () => {
  it.each(['public', 'unlisted'])('the pages and texts of a %s site', async (visibility) => {
    const site = await siteWith({ visibility });
    for (const path of [page, `${page}.md`, '/robots.txt', '/sitemap.xml', `/~sitemap/${site.siteSpaces[0]}.xml`])
      expect([path, await cacheControl(at(site, path))]).toEqual([path, shared]);
  });

  it('a page for as long as `SHARED_CACHE_SECONDS` says, or not at all', async () => {
    for (const [SHARED_CACHE_SECONDS, header] of [
      ['5', 'public, max-age=0, s-maxage=5'],
      ['0', unshared],
    ] as const) {
      const own = await guideSites({ SHARED_CACHE_SECONDS });
      const { headers } = await visitorOf(own.test).get(own.at(await own.siteWith(), page));
      expect(headers['cache-control']).toBe(header);
    }
  });

  it('a page with a validator; 304 and HEAD have the same headers', async () => {
    const address = at(await siteWith(), page);
    const first = await visitorOf(test).get(address);
    const again = await visitorOf(test).get(address, { 'if-none-match': String(first.headers.etag) });
    const head = await test.app.inject({ method: 'HEAD', url: address });
    expect([again.status, head.statusCode, head.body]).toEqual([304, 200, '']);
    for (const name of ['cache-control', 'etag', 'vary', 'content-security-policy'])
      expect([again.headers[name], head.headers[name]]).toEqual([first.headers[name], first.headers[name]]);
    expect(first.headers['set-cookie']).toBeUndefined();
  });

  it('a page without the rate limit headers of its visitor and the id of its request', async () => {
    const limited = await guideSites({ RATE_LIMIT: '1000' });
    const { headers } = await visitorOf(limited.test).get(limited.at(await limited.siteWith(), page));
    const own = [headers['ratelimit-remaining'], headers['x-request-id']];
    expect([headers['cache-control'], ...own]).toEqual([shared, undefined, undefined]);
  });
});

describe('a shared page varies', () => {
  it('by cookies only if the site has claims or a choice of themes', async () => {
    const varyOf = async (data: object) => {
      const site = await siteWith({ adaptive: false });
      await setSite(site, data);
      return (await visitorOf(test).get(at(site, page))).headers.vary;
    };
    const fixedTheme = { customization: { themes: { default: 'light', toggeable: false } } };
    expect(await varyOf({})).toBe('Host, Cookie');
    expect(await varyOf({ adaptiveContent: true, ...fixedTheme })).toBe('Host, Cookie');
    expect(await varyOf(fixedTheme)).toBe('Host');
  });

  it('by the forwarded host if a proxy may send one, and by the origin if scripts may read it', async () => {
    const trusting = await guideSites({ TRUSTED_PROXIES: '127.0.0.1', CORS_ORIGINS: 'https://app.test' });
    const { headers } = await visitorOf(trusting.test).get(trusting.at(await trusting.siteWith(), page));
    expect(String(headers.vary)).toBe('Origin, Host, X-Forwarded-Host, Cookie');
  });
});

describe('shared caches must not store', () => {
  it.each([
    ['a theme', () => ({ cookie: 'theme=dark' })],
    ['a share key', () => ({ cookie: 'share-key=none' })],
    ['claims', () => ({ cookie: `visitor-claims=${encodeURIComponent('{"plan":"pro"}')}` })],
    ['an invalid token', () => ({ cookie: 'visitor-token-0=a.b.c' })],
  ])('a page for a visitor who sends %s', async (_title, headers) => {
    const site = await siteWith();
    expect(await cacheControl(at(site, page), headers())).toBe(unshared);
  });

  it.each([
    ['a search', '/~search?q=install'],
    ['a missing page', '/guide/none'],
  ])('%s', async (_title, path) => {
    expect(await cacheControl(at(await siteWith(), path))).toBe(unshared);
  });

  it.each([
    ['a redirect to a page', ''],
    ['a redirect that sets a cookie', `${page}?visitor.plan=pro`],
  ])('%s, and browsers must not store it either', async (_title, path) => {
    expect(await cacheControl(at(await siteWith(), path))).toBe('no-store');
  });

  it('a page of a site with share links or visitor authentication, and a preview', async () => {
    const [linked, closed] = [
      await siteWith({ visibility: 'share-link' }),
      await siteWith({ visibility: 'visitor-auth' }),
    ];
    const token = await tokenFor(closed.signingKey);
    expect(await cacheControl(at(linked, page), { cookie: `share-key=${linked.shareKeys.active}` })).toBe(unshared);
    expect(await cacheControl(at(closed, page), { cookie: `visitor-token-0=${token}` })).toBe(unshared);
    const query = 'query ($id: ID!) { site(id: $id) { preview(claims: {}) { url } } }';
    const { data } = await test.graphql(query, { ...acme.admin, variables: { id: linked.id } });
    expect(await cacheControl(new URL(`${data.site.preview.url}${page}`).pathname)).toBe(unshared);
  });

  it('a page that shows the time or a random number', async () => {
    const space = await seedSpace(test, acme.id, {
      'README.md': '# Now\n\n<code class="expression">Date.now()</code>\n',
    });
    const site = await siteWith({ spaces: [{ space, path: 'now' }] });
    for (const path of ['/now', '/now.md'])
      expect([path, await cacheControl(at(site, path))]).toEqual([path, unshared]);
  });
});
