import { expect, it } from 'vitest';
import { guideSites } from '../../modules/sites/published-pages/guide-sites.js';

const { test, siteWith, setSite } = await guideSites({ RATE_LIMIT: '1000', TRUSTED_PROXIES: '10.1.0.0/16' });
const site = await siteWith();
await setSite(site, { hostname: 'wish.acme.test', confirmedHostname: 'docs.acme.test' });

/** Asks the server whether a proxy may request a certificate for a name. */
async function ask(domain: string, remoteAddress = '127.0.0.1', headers: Record<string, string> = {}) {
  const url = `/.well-known/docgraph/tls?domain=${encodeURIComponent(domain)}`;
  const { statusCode, body } = await test.app.inject({ url, remoteAddress, headers });
  return { statusCode, body };
}

it('a certificate is allowed only for the confirmed hostname of a published site', async () => {
  for (const domain of ['docs.acme.test', 'Docs.Acme.test', 'docs.acme.test.'])
    expect(await ask(domain)).toEqual({ statusCode: 200, body: '' });
  for (const domain of ['wish.acme.test', 'docs.test', 'a.docs.acme.test', 'acme.test', '127.0.0.1', ''])
    expect(await ask(domain)).toEqual({ statusCode: 404, body: '' });
  await setSite(site, { published: false });
  expect((await ask('docs.acme.test')).statusCode).toBe(404);
  await setSite(site, { published: true });
});

it('the check takes one query, and none for a name that no site can have', async () => {
  expect(await test.batches(() => ask('docs.acme.test'))).toHaveLength(1);
  expect(await test.batches(() => ask('acme.test'))).toHaveLength(0);
});

it('the check is refused unless the request names exactly one domain', async () => {
  for (const query of ['', '?domain=a.b.c&domain=d.e.f'])
    expect((await test.app.inject(`/.well-known/docgraph/tls${query}`)).statusCode).toBe(400);
});

it('an address on the internet may ask 300 times a minute; proxies and this machine have no limit', async () => {
  const statuses = async (remoteAddress: string, headers = {}) => {
    const answers = await Promise.all(Array.from({ length: 301 }, () => ask('no.acme.test', remoteAddress, headers)));
    return new Set(answers.map(({ statusCode }) => statusCode));
  };
  expect(await statuses('203.0.113.1')).toEqual(new Set([404, 429]));
  expect(await statuses('10.1.0.1', { 'x-forwarded-for': '203.0.113.2' })).toEqual(new Set([404, 429]));
  expect(await statuses('10.1.0.1')).toEqual(new Set([404]));
  expect(await statuses('::1')).toEqual(new Set([404]));
});
