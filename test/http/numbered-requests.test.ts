import { expect, it } from 'vitest';
import { numbered } from '../../bench/numbered.mjs';
import { responsesSentAgain } from '../../src/http/response-cache.js';
import { testApp } from '../support/app.js';
import { seedOrganization, seedSpace } from '../support/seed.js';
import { used } from './kept-kit.js';

// Benchmarks number the requests whose answers must be made: none of them is answered from memory.

const { app, ...test } = await testApp();
const { id: organization, admin } = await seedOrganization({ app, ...test });
const space = await seedSpace({ app, ...test }, organization);
const token = await used({ app, ...test }, admin.token);

const headers = { authorization: `Bearer ${token}` };
const query = 'query ($organization: ID!) { organization(id: $organization) { title } }';
const requests = [
  { method: 'GET', path: `/v1/spaces/${space}`, headers },
  { method: 'GET', path: `/v1/orgs/${organization}/spaces?limit=10`, headers },
  {
    method: 'POST',
    path: '/graphql',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { organization } }),
  },
];

/** Sends each request six times; returns how many were answered from memory. */
async function sentAgain(request: (turn: number) => object): Promise<number> {
  const before = responsesSentAgain();
  for (let turn = 0; turn < 18; turn++) {
    const { path: url, body: payload, ...rest } = request(turn) as (typeof requests)[number];
    const { statusCode } = await app.inject({ ...rest, url, payload } as object);
    expect(statusCode).toBe(200);
  }
  return responsesSentAgain() - before;
}

it('of requests with numbers none is answered from memory, of the same ones without all but the first two', async () => {
  expect(await sentAgain(numbered(requests))).toBe(0);
  expect(await sentAgain((turn) => requests[turn % 3]!)).toBe(12);
});
