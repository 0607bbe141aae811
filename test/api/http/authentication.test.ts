import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { listen, sendRaw } from './server-kit.js';

const test = await testApp();
const { id, admin } = await seedOrganization(test);
const space = await seedSpace(test, id);
const expired = await seedOrganization(test, 'Expired');

await test.store.transaction(async ({ prisma }) => {
  const hash = createHash('sha256').update(expired.admin.token).digest('hex');
  await prisma.accessToken.update({ where: { hash }, data: { expiresAt: new Date(Date.now() - 1000) } });
});

it('GraphQL treats a caller without a token as anonymous and shows nothing', async () => {
  const query = `query ($space: ID!) { __typename viewer { id } organizations { totalCount nodes { id } } space(id: $space) { id } }`;
  const { status, data, errors } = await test.graphql(query, { variables: { space } });
  expect([status, errors]).toEqual([200, undefined]);
  expect(data).toEqual({
    __typename: 'Query',
    viewer: null,
    organizations: { totalCount: 0, nodes: [] },
    space: null,
  });
});

it('a mutation without a token changes nothing', async () => {
  const query = 'mutation ($input: CreateSpaceInput!) { createSpace(input: $input) { space { id } } }';
  const { data, errors } = await test.graphql(query, { variables: { input: { organization: id } } });
  expect(data).toEqual({ createSpace: null });
  expect(errors![0]!.extensions.code).toMatch(/^(NOT_FOUND|UNAUTHENTICATED)$/);
});

it('/v1 returns 401 without a token and explains how to send one', async () => {
  const answer = await test.rest('GET', `/spaces/${space}`);
  expect(answer).toMatchObject({ status: 401, body: { error: { code: 401 } } });
  expect(answer.body.error.message).toMatch(/Authorization: Bearer <token>/);
  expect(answer.headers['www-authenticate']).toBe('Bearer');
});

it('the token of a member works for both APIs', async () => {
  expect((await test.rest('GET', `/spaces/${space}`, admin)).status).toBe(200);
  expect((await test.graphql('{ viewer { id } }', admin)).data).toEqual({ viewer: { id: admin.id } });
});

it('the scheme name is case-insensitive, and spaces may follow the token', async () => {
  for (const authorization of [`bearer ${admin.token}`, `BEARER  ${admin.token} `]) {
    expect((await test.rest('GET', `/spaces/${space}`, { headers: { authorization } })).status).toBe(200);
  }
});

const refused: [string, string, RegExp][] = [
  ['an unknown token', `Bearer ${'x'.repeat(43)}`, /is unknown/],
  ['a token with one character more', `Bearer ${admin.token}x`, /is unknown/],
  ['an expired token', `Bearer ${expired.admin.token}`, /expired at \d{4}-/],
  ['another scheme', `Basic ${Buffer.from('a:b').toString('base64')}`, /must read `Bearer <token>`/],
  ['a token without its scheme', admin.token, /must read `Bearer <token>`/],
  ['an empty header', '', /must read `Bearer <token>`/],
  ['a scheme without a token', 'Bearer ', /must read `Bearer <token>`/],
  ['two tokens', `Bearer ${admin.token} ${admin.token}`, /must read `Bearer <token>`/],
  ['a token of 8,000 characters', `Bearer ${'y'.repeat(8000)}`, /is unknown/],
];
for (const [what, authorization, sentence] of refused) {
  it(`${what} gets a 401 on /v1`, async () => {
    const answer = await test.rest('GET', `/spaces/${space}`, { headers: { authorization } });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(answer.body).toEqual({ error: { code: 401, message: expect.stringMatching(sentence) } });
  });

  it(`${what} gets a 401 on /graphql, whatever the query is`, async () => {
    const headers = { authorization, 'content-type': 'application/json' };
    const payload = { query: '{ __typename }' };
    const answer = await test.app.inject({ method: 'POST', url: '/graphql', headers, payload });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const { errors, data } = answer.json();
    expect([errors.length, data]).toEqual([1, undefined]);
    expect(errors[0]).toMatchObject({
      message: expect.stringMatching(sentence),
      extensions: { code: 'UNAUTHENTICATED', requestId: answer.headers['x-request-id'] },
    });
    expect((await test.app.inject({ url: '/graphql?query={__typename}', headers: { authorization } })).statusCode).toBe(
      401,
    );
  });
}

const wrong: Record<string, { body?: unknown; path?: string; method?: string; headers?: Record<string, string> }> = {
  'a body that breaks a rule': { body: { title: 'x'.repeat(51), nonsense: 1 } },
  'a body that is not JSON': { body: '{"title":' },
  'a body that is too large': { body: JSON.stringify({ title: 'x'.repeat(1_100_000) }) },
  'a body of another type': { body: 'title=A', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  'a compressed body': { body: '{"title":"A"}', headers: { 'content-encoding': 'gzip' } },
  'a parameter out of range': { method: 'GET', path: `/orgs/${id}/spaces?limit=5000` },
};
for (const [what, { body, path = `/orgs/${id}/spaces`, method = 'POST', headers }] of Object.entries(wrong)) {
  it(`the server checks ${what} only with a valid token`, async () => {
    const options = { ...(body !== undefined && { body }) };
    expect((await test.rest(method, path, { ...options, ...(headers && { headers }) })).status).toBe(401);
    const bad = { ...headers, authorization: 'Bearer nobody' };
    expect((await test.rest(method, path, { ...options, headers: bad })).status).toBe(401);
    const responseWithToken = await test.rest(method, path, {
      ...options,
      token: admin.token,
      ...(headers && { headers }),
    });
    expect([400, 413, 415]).toContain(responseWithToken.status);
  });
}

it('the second of two Authorization headers is ignored', async () => {
  const origin = await listen(test);
  const lines = ['GET /v1/user HTTP/1.1', 'host: x', 'authorization: Bearer nobody'];
  const answer = await sendRaw(
    origin,
    [...lines, `authorization: Bearer ${admin.token}`, 'connection: close', '', ''].join('\r\n'),
  );
  expect(answer).toMatch(/^HTTP\/1.1 40[01] /);
});

it('a revoked token stops working with the next request', async () => {
  const other = await seedOrganization(test, 'Revoked');
  expect((await test.graphql('{ viewer { id } }', other.admin)).status).toBe(200);
  await test.store.transaction(async ({ prisma }) => {
    await prisma.accessToken.deleteMany({ where: { userId: other.admin.id } });
  });
  expect((await test.graphql('{ viewer { id } }', other.admin)).status).toBe(401);
});
