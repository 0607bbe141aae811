import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { moveClock } from '../support/clock.js';
import { seedOrganization } from '../support/seed.js';

const budget = 20;
const test = await testApp({ RATE_LIMIT: String(budget) });

// An hour is over when it is said to be.
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

it('answers tell the budget, what is left of it, and the seconds until it is whole again', async () => {
  const { id, admin } = await seedOrganization(test);
  const first = await ask(admin.token);
  expect(first.headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '19' });
  expect(Number(first.headers['ratelimit-reset'])).toBe(3600);
  const { headers } = await test.rest('GET', `/orgs/${id}`, admin);
  expect(headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '18' });
});

it('the dearer a query, the more it takes', async () => {
  const { admin } = await seedOrganization(test);
  const query = '{ organizations(first: 10) { nodes { id } } }';
  expect((await test.graphql(query, admin)).status).toBe(200);
  expect((await ask(admin.token)).headers['ratelimit-remaining']).toBe('8');
});

it('a budget used up is answered 429 with the seconds to wait, on both faces', async () => {
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

it('a GET is answered 429 just so', async () => {
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

it("one caller's budget is not another's", async () => {
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

it('without a limit no budget is told', async () => {
  const free = await testApp();
  const answer = await free.app.inject({ method: 'POST', url: '/graphql', payload: { query: '{ __typename }' } });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
});
