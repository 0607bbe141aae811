import { expect, it } from 'vitest';
import { appWithPlugins } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { listen } from '../server-kit.js';
import { busyAt20, holdCalls, waitingQuery } from './held-calls.js';

const query = '{ viewer { id } }';
const { plugin, hold } = holdCalls();

it('a busy server refuses the organization with the most requests, and serves others, admins, probes and sign-in', async () => {
  const test = await appWithPlugins([plugin], busyAt20);
  const [busy, other] = [await seedOrganization(test, 'Busy'), await seedOrganization(test, 'Other')];
  const { token } = await seedMember(test, busy.id, 'read');
  const { token: bystander } = await seedMember(test, other.id, 'read');
  // After its first request, the server knows a caller, and decides on later requests without a lookup.
  for (const known of [token, bystander]) expect((await test.graphql(query, { token: known })).status).toBe(200);
  const calls: ReturnType<typeof test.graphql>[] = [];
  const release = await hold(20, () => {
    for (let count = 0; count < 20; count += 1) calls.push(test.graphql(waitingQuery, { token }));
  });
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
  release();
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect((await test.graphql(query, { token })).status).toBe(200);
});

it.each(['GET', 'POST'])(
  'a %s request counts until its work is done, also if its client disconnects',
  async (method) => {
    const test = await appWithPlugins([plugin], busyAt20);
    const url = `${await listen(test)}/graphql?query=${encodeURIComponent(waitingQuery)}`;
    const body = JSON.stringify({ query: waitingQuery });
    const post = { body, headers: { 'content-type': 'application/json' } };
    let closed = 0;
    test.app.server.on('request', (_request, response) => response.once('close', () => (closed += 1)));
    const holdAll = async () => {
      const client = new AbortController();
      const options = { method, signal: client.signal, ...(method === 'POST' && post) };
      let calls: Promise<Response>[] = [];
      const give = await hold(20, () => {
        calls = Array.from({ length: 20 }, () => fetch(url, options));
      });
      return { client, calls, give };
    };
    const status = async () => (await test.app.inject('/graphql?query=%7B__typename%7D')).statusCode;
    // The second round begins only if every request of the first one has ended.
    for (let round = 0; round < 2; round += 1) {
      const { client, calls, give } = await holdAll();
      client.abort();
      await Promise.allSettled(calls);
      await expect.poll(() => closed).toBe(20);
      expect(await status()).toBe(503);
      give();
      await expect.poll(status).toBe(200);
    }
  },
);
