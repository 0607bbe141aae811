import { request } from 'node:https';
import { describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.mjs';
import { fencedBlocks } from '../../docs/pages.js';
import { guideSites } from '../../modules/sites/published-pages/guide-sites.js';
import { provider } from '../../support/database.js';
import { skippedWithout } from '../../support/programs.js';
import { proxies, startCaddy, startNginx } from '../../support/proxies.js';
import { seedSpace } from '../../support/seed.js';
import { createVisitors, type ProxyAnswer } from './proxy-visitors.js';
import { listen } from './server-kit.js';

// Sites at their hostnames, through real proxies that are configured as docs/hostnames.md says. They run once, on SQLite.

/** Returns a configuration of the manual for a proxy in front of a server. */
function configurationFor(language: 'nginx' | 'caddyfile', target: string): string {
  const { text } = fencedBlocks('docs/hostnames.md').find(({ info }) => info === language)!;
  return text.replaceAll('127.0.0.1:4000', new URL(target).host);
}

/**
 * Starts nginx as the manual says, without TLS, and for all hostnames.
 * @param omitted further lines to leave out
 */
async function startCachingNginx(target: string, omitted = /^ *ssl_.*$/gm) {
  return startNginx(({ port, folder }) =>
    configurationFor('nginx', target)
      .replace('/var/cache/nginx/docgraph', `${folder}/cache`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace('server_name help.example.com;', 'server_name _;')
      .replaceAll(/^ *ssl_.*$/gm, '')
      .replaceAll(omitted, ''),
  );
}

const markdown = [
  '# You',
  '',
  'Signed <code class="expression">visitor.claims.plan</code>, unsigned <code class="expression">visitor.claims.unsigned.plan</code>.',
  '',
].join('\n');

/**
 * Starts a server with a space whose page shows the visitor's claims. `siteAtHost` seeds a site of this space at a
 * hostname.
 */
async function claimSites(env: Record<string, string> = {}) {
  const sites = await guideSites({ TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'http://docs.test', ...env });
  const space = await seedSpace(sites.test, sites.acme.id, { 'README.md': markdown });
  const at = async (host: string, seed: Parameters<typeof sites.siteWith>[0] = {}) => {
    const site = await sites.siteWith({ spaces: [{ space, path: 'you' }], ...seed });
    await sites.setSite(site, { title: `Site ${host}`, confirmedHostname: host });
    return { ...site, host };
  };
  return { ...sites, space, siteAtHost: at, origin: await listen(sites.test) };
}

describe.runIf(provider === 'sqlite' && proxies.nginx)(`nginx as a cache${skippedWithout('nginx')}`, () => {
  it('sends no data of one of 1,000 visitors to another, or to visitors without credentials', async () => {
    const { siteAtHost, origin } = await claimSites();
    const open = await siteAtHost('open.acme.test');
    const linked = await siteAtHost('linked.acme.test', { visibility: 'share-link' });
    const closed = await siteAtHost('closed.acme.test', { visibility: 'visitor-auth' });
    const twin = await siteAtHost('twin.acme.test');
    const { url } = await startCachingNginx(origin);
    const visitors = createVisitors(url, { open, linked, closed, twin });
    const counts = new Map<string, number>();
    const check = async (answer: Promise<ProxyAnswer>) => {
      const { cache, isPublic } = await answer;
      const name = `${isPublic ? 'brings nothing' : 'brings something'}: ${cache}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    };
    for (let first = 0; first < 1_000; first += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => first + index).flatMap((number) => [
          check(visitors.visit(number)),
          check(visitors.visitWithNothing(number)),
        ]),
      );
    console.log('pages from nginx by visitor and X-Cache:', Object.fromEntries([...counts].sort()));
    expect(counts.get('brings nothing: HIT')).toBeGreaterThan(900);
    expect([...counts.keys()].filter((name) => name.startsWith('brings something: HIT'))).toEqual([]);
  });

  it('keeps the pages of hosts apart, even if it ignores hosts in its key and passes on `X-Forwarded-Host`', async () => {
    const { siteAtHost, origin, at } = await claimSites();
    const [open, twin] = [await siteAtHost('open.acme.test'), await siteAtHost('twin.acme.test')];
    const { url } = await startCachingNginx(origin, /^ *(proxy_cache_key|proxy_set_header X-Forwarded-Host).*$/gm);
    const visitors = createVisitors(url, { open, twin });
    for (let number = 0; number < 4; number += 1) await visitors.visitWithNothing(number);
    const pageFor = async (headers: Record<string, string>) =>
      (await fetch(url + at(open, '/you'), { headers })).text();
    expect(await pageFor({ 'x-forwarded-host': open.host })).toContain('<a href="/" class="site-name">');
    for (let number = 0; number < 2; number += 1)
      expect(await pageFor({})).toContain(`<a href="${at(open)}" class="site-name">`);
  });

  it('sends the new page, not the cached one, once the cache time has passed after a change', async () => {
    const { siteAtHost, origin, setSite } = await claimSites({ SHARED_CACHE_SECONDS: '1' });
    const site = await siteAtHost('open.acme.test');
    const { url } = await startCachingNginx(origin);
    const visitors = createVisitors(url, { open: site });
    await visitors.visitAs(site.host);
    expect((await visitors.visitAs(site.host)).cache).toBe('HIT');
    await setSite(site, { title: 'Site with another title' });
    const changed = performance.now();
    await vi.waitFor(
      async () => expect((await visitors.visitAs(site.host)).text).toContain('Site with another title'),
      { timeout: 5_000, interval: 50 },
    );
    const seconds = (performance.now() - changed) / 1_000;
    console.log(`the new page came ${seconds.toFixed(2)} s after the change`);
    expect(seconds).toBeLessThan(2.5);
  });
});

describe.runIf(provider === 'sqlite' && proxies.caddy)(`Caddy${skippedWithout('caddy')}`, () => {
  it('gets certificates only for hostnames of sites, and serves the sites', async () => {
    const { siteAtHost, origin, setSite } = await claimSites();
    const site = await siteAtHost('open.acme.test');
    const hidden = await siteAtHost('hidden.acme.test');
    await setSite(hidden, { published: false });
    const http = await freePort();
    const caddy = await startCaddy(({ port }) =>
      configurationFor('caddyfile', origin).replace(
        '{\n',
        `{\nadmin off\nhttp_port ${http}\nhttps_port ${port}\nlocal_certs\nskip_install_trust\n`,
      ),
    );
    const open = (host: string, path = '/you') => requestByTls(caddy.port, host, path);
    const page = await open(site.host);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Site open.acme.test')]);
    expect(page.certificate).toContain(site.host);
    expect((await open(site.host, '/you?theme=dark')).cookie).toMatch(/^theme=dark; Path=\/; .*Secure/);
    for (const host of [hidden.host, 'unknown.acme.test']) await expect(open(host)).rejects.toThrow();
  });
});

/** Requests an address of a host by TLS. Trusts any certificate; rejects if there is none for the host. */
function requestByTls(port: number, host: string, path: string) {
  type Answer = { status: number | undefined; text: string; cookie: string | undefined; certificate: string };
  return new Promise<Answer>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, servername: host, headers: { host }, rejectUnauthorized: false };
    const sent = request({ ...options, agent: false }, async (answer) => {
      const certificate = String((answer.socket as import('node:tls').TLSSocket).getPeerCertificate().subjectaltname);
      const text = (await answer.toArray()).join('');
      resolve({ status: answer.statusCode, text, cookie: answer.headers['set-cookie']?.[0], certificate });
    });
    sent.on('error', reject).end();
  });
}
