import { describe, expect, it } from 'vitest';
import { seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { seedSessionSecret } from '../../../support/seed-session.js';
import { visitorOf } from './browsing.js';
import { guideSites } from './guide-sites.js';

const { test, acme, siteWith, at, setSite } = await guideSites();

/** Seeds a site with a confirmed hostname. */
async function siteAtHost(seed: Parameters<typeof siteWith>[0] = {}) {
  const site = await siteWith(seed);
  const host = `docs.${site.id.slice(-8).toLowerCase()}.test`;
  await setSite(site, { confirmedHostname: host });
  return { site, host, visitor: visitorOf(test) };
}

describe('a confirmed hostname', () => {
  it('serves the pages, the search and the files for programs of its site at `/`', async () => {
    const { host, visitor } = await siteAtHost();
    const get = (path: string) => visitor.get(path, { host });
    expect(await get('/')).toMatchObject({ status: 302, location: '/guide' });
    const page = await get('/guide');
    expect(page.text).toContain('href="/guide/guide/install#on-linux"');
    expect(page.text).toContain(`<link rel="canonical" href="https://${host}/guide">`);
    expect(page.text).not.toContain('docs.test');
    expect(page.headers['content-security-policy']).toMatch(/img-src 'self' *;/);
    expect((await get('/guide/guide/install.md')).text).toContain('# Install');
    expect((await get('/guide.md')).text).toContain(`https://${host}/guide/guide/install.md`);
    expect((await get('/~search?q=linux')).text).toContain('href="/guide/guide/install#on-linux"');
    expect((await get('/robots.txt')).text).toContain(`Sitemap: https://${host}/sitemap.xml`);
    const [, sitemap = ''] = /<loc>https:\/\/[^/]+(\/[^<]+)</.exec((await get('/sitemap.xml')).text) ?? [];
    expect((await get(sitemap)).text).toContain(`<loc>https://${host}/guide/guide/install</loc>`);
    expect((await get('/~style.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it('redirects from former addresses, and stores cookies for the whole host', async () => {
    const { site, host, visitor } = await siteAtHost({ visibility: 'share-link' });
    const path = `/orgs/${acme.id}/sites/${site.id}/site-spaces/${site.siteSpaces[0]}`;
    await test.rest('PATCH', path, { ...acme.admin, body: { path: 'manual' } });
    const { status, location } = await visitor.get(`/guide/you?shareKey=${site.shareKeys.active}&q=1`, { host });
    expect([status, location]).toEqual([302, '/guide/you?q=1']);
    expect([...visitor.cookies.values()]).toEqual([
      expect.stringMatching(/^share-key=.*; Path=\/; HttpOnly; .*; Secure/),
    ]);
    expect(await visitor.get('/guide/you', { host })).toMatchObject({ status: 308, location: '/manual/you' });
  });

  it.each(['/v1', '/v1/user', '/graphql', '/login', '/app/spc_1', '/published', '/openapi.json', '/files/x/y'])(
    'returns the 404 page of its site at %s, a path that only the host of the server serves',
    async (path) => {
      const { host, visitor } = await siteAtHost();
      const { status, text } = await visitor.get(path, { host, authorization: `Bearer ${acme.admin.token}` });
      expect([status, text.includes('class="site-name"')]).toEqual([404, true]);
    },
  );

  it('serves a page of its site at a path that the server uses at its own host', async () => {
    const { guide, ...sites } = await guideSites();
    const site = await sites.siteWith({ spaces: [{ space: guide, path: 'login' }] });
    await sites.setSite(site, { confirmedHostname: 'docs.login.test' });
    const { status, text } = await visitorOf(sites.test).get('/login', { host: 'docs.login.test' });
    expect([status, text]).toEqual([200, expect.stringContaining('Welcome')]);
  });

  it('refuses methods other than GET and HEAD, and paths and queries with invalid characters', async () => {
    const { host } = await siteAtHost();
    const status = async (method: 'POST' | 'GET' | 'OPTIONS', url: string) =>
      (await test.app.inject({ method, url, headers: { host } })).statusCode;
    expect(await status('POST', '/graphql')).toBe(404);
    expect(await status('OPTIONS', '/v1/user')).toBe(404);
    expect(await status('GET', '/~search?q=%00')).toBe(400);
    expect(await status('GET', '/a%00b')).toBe(404);
    expect(await status('GET', '/%zz')).toBe(400);
  });

  it.each([
    ['a port', (host: string) => `${host}:8443`],
    ['upper case', (host: string) => host.toUpperCase()],
    ['a trailing dot', (host: string) => `${host}.`],
  ])('also serves its site if the `Host` header has %s', async (_title, written) => {
    const { host, visitor } = await siteAtHost();
    expect((await visitor.get('/guide', { host: written(host) })).status).toBe(200);
  });

  it('with letters outside of ASCII serves its site if it is stored in Punycode, as browsers send it', async () => {
    const { site, visitor } = await siteAtHost();
    await setSite(site, { confirmedHostname: 'docs.xn--bcher-kva.test' });
    expect((await visitor.get('/guide', { host: 'docs.xn--bcher-kva.test' })).status).toBe(200);
  });

  it('serves health checks, so that probes need no database', async () => {
    const { host, visitor } = await siteAtHost();
    expect(await test.batches(() => visitor.get('/healthz', { host }))).toEqual([]);
    expect((await visitor.get('/healthz', { host })).text).toBe('{"status":"ok"}');
  });

  it('serves the `/published/…` address of its own site, for proxies, and of no other site', async () => {
    const [{ site, host, visitor }, other] = [await siteAtHost(), await siteWith()];
    expect((await visitor.get(at(site, '/guide'), { host })).text).toContain('href="/guide/guide/install#on-linux"');
    expect((await visitor.get(at(other, '/guide'), { host })).status).toBe(404);
  });

  it('no longer serves a site that is unpublished, loses the hostname, or belongs to a deleted organization', async () => {
    const { site, host, visitor } = await siteAtHost();
    const opens = async () => {
      const { status, text } = await visitor.get('/guide', { host });
      return [status, text.includes('Acme docs')];
    };
    expect(await opens()).toEqual([200, true]);
    await setSite(site, { published: false });
    expect(await opens()).toEqual([404, false]);
    await setSite(site, { published: true, confirmedHostname: null });
    expect(await opens()).toEqual([404, false]);
    await setSite(await siteWith({ visibility: 'unlisted' }), { confirmedHostname: host, title: 'Transferred' });
    expect((await visitor.get('/guide', { host })).text).toContain('Transferred');
    const deletedAt = new Date();
    const set = (data: object) =>
      test.store.transaction(async ({ prisma }) => {
        await prisma.organization.update({ where: { id: acme.id }, data });
      });
    await set({ deletedAt });
    expect([await opens(), (await visitor.get('/graphql', { host })).status]).toEqual([[404, false], 404]);
    await set({ deletedAt: null });
  });
});

describe('the lookup of a host', () => {
  it('takes no query for the host of the server, an IP address and short names', async () => {
    for (const host of ['docs.test', '127.0.0.1:4000', '[::1]:4000', 'localhost', 'docgraph', 'a.test'])
      expect(await test.batches(() => visitorOf(test).get('/robots.txt', { host }))).toEqual([]);
  });

  it('takes one query for an unknown host, which then serves the same as the host of the server', async () => {
    const visitor = visitorOf(test);
    const host = 'docgraph.intern.test';
    expect(await test.batches(() => visitor.get('/robots.txt', { host }))).toHaveLength(1);
    expect((await visitor.get('/robots.txt', { host })).text).toContain('Allow: /published');
    expect((await test.rest('GET', '/user', { ...acme.admin, headers: { host } })).status).toBe(200);
  });

  it('takes one query for the hostname of a site, and the page takes one more', async () => {
    const { host, visitor } = await siteAtHost();
    await visitor.get('/guide', { host });
    expect(await test.batches(() => visitor.get('/guide', { host }))).toHaveLength(2);
  });
});

describe('X-Forwarded-Host', () => {
  it('is used only if a trusted proxy sends it, like X-Forwarded-Proto', async () => {
    const { host, visitor } = await siteAtHost();
    const forwarded = { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' };
    expect((await visitor.get('/guide', forwarded)).status).toBe(404);
    const trusting = await guideSites({ PUBLIC_URL: 'http://docs.test', TRUSTED_PROXIES: '127.0.0.1' });
    const site = await trusting.siteWith();
    await trusting.setSite(site, { confirmedHostname: host });
    const behind = visitorOf(trusting.test);
    expect((await behind.get('/guide', forwarded)).status).toBe(200);
    const { headers } = await behind.get('/guide?theme=dark', forwarded);
    expect(headers['set-cookie']).toMatch(/; Secure/);
    const plain = await behind.get('/guide?theme=dark', { ...forwarded, 'x-forwarded-proto': 'http' });
    expect(plain.headers['set-cookie']).not.toMatch(/Secure/);
  });
});

describe('files', () => {
  it('are served at the hostname of a site of their organization, and at no other hostname', async () => {
    const space = await seedSpace(test, acme.id, { 'README.md': '# Hi\n\n![Logo](logo.png)\n', 'logo.png': 'png' });
    const { host, visitor } = await siteAtHost({ spaces: [{ space, path: 'guide' }] });
    const [, image = ''] = /<img[^>]* src="([^"]+)"/.exec((await visitor.get('/guide', { host })).text) ?? [];
    expect(image).toMatch(/^\/~files\//);
    const address = image.replaceAll(/&(#38|amp);/g, '&');
    const file = await visitor.get(address, { host });
    expect([file.status, file.headers['content-type']]).toEqual([200, 'image/png']);
    const globex = await seedOrganization(test);
    const foreign = await siteWith({ organization: globex.id, spaces: [] });
    await setSite(foreign, { confirmedHostname: 'docs.globex.test' });
    expect((await visitor.get(address, { host: 'docs.globex.test' })).status).toBe(404);
  });
});

describe('a member who visits a site with visitor authentication at its hostname', () => {
  it('is signed in by the server, and gets a cookie of the hostname', async () => {
    const { site, host, visitor } = await siteAtHost({ visibility: 'visitor-auth' });
    const member = await seedMember(test, acme.id, 'read');
    const first = await visitor.get('/guide?a=b', { host });
    const signIn = `https://docs.test/published/${acme.id}/${site.id}/~sign-in?to=%2Fguide%3Fa%3Db`;
    expect([first.status, first.location]).toEqual([302, signIn]);
    const path = signIn.slice('https://docs.test'.length);
    const atServer = visitorOf(test);
    const login = `/login?${new URLSearchParams({ redirect: path })}`;
    expect((await atServer.get(path)).location).toBe(login);
    const cookie = `__Host-docgraph=${await seedSessionSecret(test, { userId: member.id, organizationId: null })}`;
    const { location = '' } = await atServer.get(path, { cookie });
    expect(location).toMatch(new RegExp(`^https://${host}/guide\\?a=b&jwt_token=`));
    expect((await visitor.get(location.slice(`https://${host}`.length), { host })).location).toBe('/guide?a=b');
    expect((await visitor.get('/guide?a=b', { host })).status).toBe(200);
    const other = await siteAtHost({ visibility: 'visitor-auth' });
    for (const [key, value] of visitor.cookies) other.visitor.cookies.set(key, value);
    expect((await other.visitor.get('/guide', { host: other.host })).status).toBe(302);
  });

  it('is refused if the site is of another organization; a sign-in never redirects to another host', async () => {
    const { site } = await siteAtHost({ visibility: 'visitor-auth' });
    const stranger = (await seedOrganization(test)).admin;
    const cookieOf = async (userId: string) =>
      `__Host-docgraph=${await seedSessionSecret(test, { userId, organizationId: null })}`;
    const get = async (userId: string, to: string) =>
      visitorOf(test).get(at(site, `/~sign-in?to=${encodeURIComponent(to)}`), { cookie: await cookieOf(userId) });
    expect((await get(stranger.id, '/guide')).status).toBe(403);
    for (const to of ['//evil.test/', 'https://evil.test/', '/\\evil.test', '@evil.test'])
      expect(new URL((await get(acme.admin.id, to)).location!).pathname).toBe('/');
  });
});
