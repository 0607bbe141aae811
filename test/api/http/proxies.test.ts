import { expect, it } from 'vitest';
import { guideFiles } from '../../modules/sites/published-pages/guide-sites.js';
import { seedSite } from '../../modules/sites/published-sites/site-kit.js';
import { testApp } from '../../support/app.js';
import { provider } from '../../support/database.js';
import { startDeployedCaddy, startDeployedNginx } from '../../support/deployed-proxies.js';
import { skippedWithout } from '../../support/programs.js';
import { type Proxy as ProxyServer, proxies } from '../../support/proxies.js';
import { askSecurely, openSecurely, type SecureRequest } from '../../support/secure-requests.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { listen } from './server-kit.js';

// Requests that reach a server through nginx and Caddy with the configuration of `deploy`. They run once, on SQLite.

const host = 'docs.example.org';
const test = await testApp({ PUBLIC_URL: `https://${host}`, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT: '1000' });
const upstream = (await listen(test)).replace('http://', '');
const acme = await seedOrganization(test);
const space = await seedSpace(test, acme.id, guideFiles);
const site = await seedSite(test, { organization: acme.id, spaces: [{ space, path: 'guide' }] });
const pages = `/published/${acme.id}/${site.id}`;
const authorization = `Bearer ${acme.admin.token}`;

const starts = {
  nginx: () => startDeployedNginx([upstream]),
  caddy: () => startDeployedCaddy([upstream], host),
};

for (const name of ['nginx', 'caddy'] as const)
  it.runIf(provider === 'sqlite' && proxies[name])(
    `${name} serves all that docgraph serves${skippedWithout(name)}`,
    async () => {
      const proxy = await starts[name]();
      await passesRequests(proxy);
      await passesLargeBodies(proxy);
      await passesEventsAtOnce(proxy);
      await passesTheAddressOfTheClient(proxy);
    },
  );

function ask({ port }: ProxyServer, request: Partial<SecureRequest>) {
  return askSecurely({ port, host, path: '/', ...request });
}

/** Requests `/v1`, a page and a redirect. Addresses in responses have the public host, and browsers use only https. */
async function passesRequests(proxy: ProxyServer): Promise<void> {
  const { status, headers, body } = await ask(proxy, { path: `/v1/spaces/${space}`, headers: { authorization } });
  expect([status, JSON.parse(body).id]).toEqual([200, space]);
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
  const path = `${pages}/guide/guide/install`;
  const page = await ask(proxy, { path, headers: { 'accept-encoding': 'gzip' } });
  expect([page.status, page.headers['content-encoding']]).toEqual([200, 'gzip']);
  expect(page.headers.vary).toContain('Accept-Encoding');
  expect((await ask(proxy, { path })).body).toContain(`https://${host}${path}`);
  const moved = await ask(proxy, { path: pages });
  expect([moved.status, new URL(moved.headers.location!, `https://${host}`).origin]).toEqual([302, `https://${host}`]);
}

/** Sends 40 MiB, which the server accepts for specifications. */
async function passesLargeBodies(proxy: ProxyServer): Promise<void> {
  const document = { openapi: '3.1.0', info: { title: proxy.url, version: '1' }, paths: {} };
  const source = JSON.stringify({ source: { text: JSON.stringify(document) } });
  const send = (path: string, body: string) =>
    ask(proxy, { method: 'PUT', path, body, headers: { authorization, 'content-type': 'application/json' } });
  const large = await send(`/v1/orgs/${acme.id}/openapi/large`, source + ' '.repeat(40 * 1_048_576));
  expect([large.status, JSON.parse(large.body).slug]).toEqual([expect.toSatisfy((code) => code < 300), 'large']);
}

/** Follows the comments of a space. Each event arrives before the next one is made. */
async function passesEventsAtOnce({ port }: ProxyServer): Promise<void> {
  const query = `subscription { spaceEvents(space: "${space}") { targetId } }`;
  const headers = {
    authorization,
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'accept-encoding': 'gzip, identity',
  };
  const body = JSON.stringify({ query });
  const stream = await openSecurely({ port, host, method: 'POST', path: '/graphql', headers, body });
  expect([stream.statusCode, stream.headers['content-encoding']]).toEqual([200, undefined]);
  let received = '';
  stream.on('data', (chunk) => (received += chunk));
  for (const text of ['one', 'two', 'three']) {
    const path = `/spaces/${space}/comments`;
    const { body: comment } = await test.rest('POST', path, { ...acme.admin, body: { body: { markdown: text } } });
    await expect.poll(() => received).toContain(comment.id);
  }
  stream.destroy();
}

/** Callers without a token have the budget of their own address, whatever address they claim to have. */
async function passesTheAddressOfTheClient(proxy: ProxyServer): Promise<void> {
  const query = JSON.stringify({ query: '{ publishedSite(id: "site_none") { title } }' });
  const left = async (from: string, claimed: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': claimed };
    const answer = await ask(proxy, { method: 'POST', path: '/graphql', from, headers, body: query });
    return Number(answer.headers['ratelimit-remaining']);
  };
  const own = proxy.child.spawnfile.endsWith('nginx') ? '127.0.1.' : '127.0.2.';
  const first = await left(`${own}1`, '203.0.113.1');
  expect(await left(`${own}1`, '203.0.113.2')).toBeLessThan(first);
  expect(await left(`${own}2`, '203.0.113.1')).toBe(first);
}
