import { beforeEach, expect, it } from 'vitest';
import type { Plugin } from '../../../src/api/graphql/plugins/plugin.js';
import { appWithPlugins, testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { seedOrganization } from '../../support/seed.js';
import { type Signal, signal } from '../../support/signal.js';

const budget = 20;

/** Returns a signal that is given at the given number of calls of `give`. */
function signalAfterCalls(times: number): Signal {
  const { given, give } = signal();
  let left = times;
  return { given, give: () => void (--left === 0 && give()) };
}

const test = await testApp({ RATE_LIMIT: String(budget) });

// Stops the clock, so that the window of an hour does not end during a test.
beforeEach(() => moveClock(0));

const spend = async (token: string): Promise<void> => {
  for (let spent = 0; spent < budget; spent += 1) {
    expect((await test.graphql('{ __typename }', { token })).status).toBe(200);
  }
};

const ask = (token?: string, more: object = {}) =>
  test.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...more },
    payload: { query: '{ __typename }' },
  });

const send = async (query: string, token: string, { app } = test) => {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/graphql-response+json' };
  const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } });
  return { status: answer.statusCode, headers: answer.headers, errors: answer.json().errors };
};

// Operations named `Waits` signal their start and wait for `go`.
let [begun, go] = [signalAfterCalls(1), signal()];
const waiting: Plugin = {
  async onExecute({ args }) {
    if (!JSON.stringify(args.document.definitions[0]).includes('"Waits"')) return;
    begun.give();
    await go.given;
  },
};
const plugged = await appWithPlugins([waiting], { RATE_LIMIT: String(budget) });

it('responses state the budget, the remaining points, and the seconds until the budget is full again', async () => {
  const { id, admin } = await seedOrganization(test);
  const first = await ask(admin.token);
  expect(first.headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '19' });
  expect(Number(first.headers['ratelimit-reset'])).toBe(3600);
  const { headers } = await test.rest('GET', `/orgs/${id}`, admin);
  expect(headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '18' });
});

it('a query costs only what it has read, not its estimate', async () => {
  const { admin } = await seedOrganization(test);
  const query = '{ organizations(first: 15) { nodes { id } } }';
  expect((await test.graphql(query, admin)).extensions).toEqual({ cost: 2 });
  expect((await ask(admin.token)).headers['ratelimit-remaining']).toBe('17');
});

it('a query whose estimate exceeds the remaining points is accepted while any points remain', async () => {
  const { admin } = await seedOrganization(test);
  const query = '{ organizations(first: 1000) { nodes { id } } }';
  for (let left = 18; left >= 0; left -= 2) {
    const { status, headers } = await send(query, admin.token);
    expect([status, headers['ratelimit-remaining']]).toEqual([200, String(left)]);
  }
  expect((await send(query, admin.token)).status).toBe(429);
});

it('a mutation costs ten points more, whatever its result is', async () => {
  const { admin } = await seedOrganization(test);
  const query = 'mutation { deleteSpace(input: { space: "nothing" }) { deletedId } }';
  expect((await send(query, admin.token)).headers['ratelimit-remaining']).toBe('10');
});

it('points are reserved for running calls, and a caller without remaining points gets a Retry-After of 1 s', async () => {
  const { admin } = await seedOrganization(plugged);
  const held = plugged.graphql('query Waits { organizations(first: 1000) { nodes { id } } }', admin);
  await begun.given;
  const { status, headers } = await send('{ __typename }', admin.token, plugged);
  expect([status, headers['ratelimit-remaining'], headers['retry-after']]).toEqual([429, '0', '1']);
  go.give();
  expect((await held).extensions).toEqual({ cost: 2 });
  expect((await send('{ __typename }', admin.token, plugged)).headers['ratelimit-remaining']).toBe('17');
});

it('a caller may run 50 calls at a time across both APIs, and other callers are not affected', async () => {
  const patient = await appWithPlugins([waiting], { RATE_LIMIT: '100000' });
  const [{ id, admin }, other] = [await seedOrganization(patient), await seedOrganization(patient)];
  begun = signalAfterCalls(50);
  go = signal();
  const calls = Array.from({ length: 50 }, () => patient.graphql('query Waits { viewer { id } }', admin));
  await begun.given;
  const { status, headers, errors } = await send('{ __typename }', admin.token, patient);
  expect([status, headers['retry-after'], errors[0].extensions.reason]).toEqual([429, '1', 'TOO_MANY_AT_ONCE']);
  expect(await patient.rest('GET', `/orgs/${id}`, admin)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1' },
    body: { error: { message: expect.stringMatching(/^At most 50 calls of a caller can run at a time/) } },
  });
  expect((await send('{ __typename }', other.admin.token, patient)).status).toBe(200);
  go.give();
  expect((await Promise.all(calls)).map((call) => call.status)).toEqual(Array(50).fill(200));
  expect((await patient.rest('GET', `/orgs/${id}`, admin)).status).toBe(200);
});

it('an empty budget gets a 429 with the seconds to wait, on both APIs', async () => {
  const { id, admin } = await seedOrganization(test);
  await spend(admin.token);
  const rest = await test.rest('GET', `/orgs/${id}`, admin);
  expect(rest).toMatchObject({ status: 429, body: { error: { code: 429 } } });
  expect(rest.body.error.message).toMatch(/budget of 20 points an hour is used up; try again in \d+ s/);
  for (const accept of ['application/json', 'application/graphql-response+json']) {
    const graphql = await ask(admin.token, { accept });
    expect([graphql.statusCode, graphql.json().errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    expect(graphql.json()).not.toHaveProperty('data');
    for (const { headers } of [rest, graphql]) {
      expect(headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '0' });
      expect(Number(headers['retry-after'])).toBe(3600);
    }
  }
});

it('a GET gets the same 429', async () => {
  const { admin } = await seedOrganization(test);
  await spend(admin.token);
  const answer = await test.app.inject({
    url: '/graphql?query={__typename}',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(answer.headers['retry-after'])).toBe(3600);
});

it('a mutation over the budget changes nothing', async () => {
  const { id, admin } = await seedOrganization(test);
  await spend(admin.token);
  const answer = await test.rest('POST', `/orgs/${id}/spaces`, { token: admin.token, body: { title: 'Never' } });
  expect(answer.status).toBe(429);
  const row = await test.store.read.first(
    test.store.sql.selectFrom('Space').select('id').where('organizationId', '=', id),
  );
  expect(row).toBeUndefined();
});

it('budgets are counted per caller', async () => {
  const [spent, other] = [await seedOrganization(test), await seedOrganization(test)];
  await spend(spent.admin.token);
  expect((await ask(spent.admin.token)).statusCode).toBe(429);
  expect((await ask(other.admin.token)).statusCode).toBe(200);
});

it('callers without a token share the budget of their address, whatever X-Forwarded-For says', async () => {
  const statuses: number[] = [];
  for (let index = 0; index <= budget; index += 1) {
    const forwarded = `10.0.0.${index}`;
    const spoof = { 'x-forwarded-for': forwarded, forwarded: `for=${forwarded}`, 'x-real-ip': forwarded };
    statuses.push((await ask(undefined, spoof)).statusCode);
  }
  expect(statuses).toEqual([...Array.from({ length: budget }, () => 200), 429]);
});

it('responses have no budget headers without a limit', async () => {
  const free = await testApp();
  const answer = await free.app.inject({ method: 'POST', url: '/graphql', payload: { query: '{ __typename }' } });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
});
