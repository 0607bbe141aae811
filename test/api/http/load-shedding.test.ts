import { expect, it } from 'vitest';
import type { Plugin } from '../../../src/api/graphql/plugins/plugin.js';
import { appWithPlugins, type TestApp } from '../../support/app.js';
import { seedMember, seedOrganization } from '../../support/seed.js';
import { signal } from '../../support/signal.js';
import { listen } from './server-kit.js';

let go = signal();
let waits = 0;

/** Makes operations named `Waits` wait for `go`. */
const waiting: Plugin = {
  async onExecute({ args }) {
    if (!JSON.stringify(args.document.definitions[0]).includes('"Waits"')) return;
    waits += 1;
    await go.given;
  },
};

const query = '{ viewer { id } }';

/** Begins calls of a caller, and resolves when all of them wait. The returned function lets them continue. */
async function hold(test: TestApp, token: string, count: number): Promise<() => Promise<number[]>> {
  [go, waits] = [signal(), 0];
  const calls = Array.from({ length: count }, () => test.graphql('query Waits { viewer { id } }', { token }));
  await expect.poll(() => waits).toBe(count);
  return async () => {
    go.give();
    return (await Promise.all(calls)).map(({ status }) => status);
  };
}

it('a busy server refuses the organization with the most requests, and serves others, admins, probes and sign-in', async () => {
  const test = await appWithPlugins([waiting], { SHED_LOAD: 'on', SHED_REQUESTS: '20', SHED_DELAY: '10000' });
  const [busy, other] = [await seedOrganization(test, 'Busy'), await seedOrganization(test, 'Other')];
  const { token } = await seedMember(test, busy.id, 'read');
  const { token: bystander } = await seedMember(test, other.id, 'read');
  // After its first request, the server knows a caller, and decides on later requests without a lookup.
  for (const known of [token, bystander]) expect((await test.graphql(query, { token: known })).status).toBe(200);
  const release = await hold(test, token, 20);
  const { status, errors } = await test.graphql(query, { token });
  expect([status, errors![0]!.extensions]).toMatchObject([503, { code: 'UNAVAILABLE', reason: 'OVERLOADED' }]);
  const refused = await test.rest('GET', '/user', { token });
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 503 } } });
  expect(refused.headers['retry-after']).toMatch(/^[1-5]$/);
  const { token: unseen } = await seedMember(test, busy.id, 'read');
  expect((await test.rest('GET', '/user', { token: unseen })).status).toBe(503);
  expect((await test.graphql(query, { token: bystander })).status).toBe(200);
  for (const { admin } of [busy, other]) expect((await test.rest('GET', '/user', admin)).status).toBe(200);
  for (const url of ['/livez', '/healthz', '/readyz', '/login'])
    expect((await test.app.inject(url)).statusCode).toBe(200);
  expect(await release()).toEqual(Array(20).fill(200));
  expect((await test.graphql(query, { token })).status).toBe(200);
});

it.each(['GET', 'POST'])(
  'a %s request counts until its work is done, also if its client disconnects',
  async (method) => {
    const test = await appWithPlugins([waiting], { SHED_LOAD: 'on', SHED_REQUESTS: '20', SHED_DELAY: '10000' });
    const url = `${await listen(test)}/graphql?query=${encodeURIComponent('query Waits { viewer { id } }')}`;
    const body = JSON.stringify({ query: 'query Waits { viewer { id } }' });
    const post = { body, headers: { 'content-type': 'application/json' } };
    let closed = 0;
    test.app.server.on('request', (_request, response) => response.once('close', () => (closed += 1)));
    const holdAll = async () => {
      [go, waits] = [signal(), 0];
      const client = new AbortController();
      const options = { method, signal: client.signal, ...(method === 'POST' && post) };
      const calls = Array.from({ length: 20 }, () => fetch(url, options));
      await expect.poll(() => waits).toBe(20);
      return { client, calls };
    };
    const status = async () => (await test.app.inject('/graphql?query=%7B__typename%7D')).statusCode;
    // The second round begins only if every request of the first one has ended.
    for (let round = 0; round < 2; round += 1) {
      const { client, calls } = await holdAll();
      client.abort();
      await Promise.allSettled(calls);
      await expect.poll(() => closed).toBe(20);
      expect(await status()).toBe(503);
      go.give();
      await expect.poll(status).toBe(200);
    }
  },
);
