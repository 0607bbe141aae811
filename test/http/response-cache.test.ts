import { describe, expect, it } from 'vitest';
import { hashToken } from '../../src/access/authenticate.js';
import { tokenless, type Viewer } from '../../src/access/viewer.js';
import { lockMember } from '../../src/domains/users/member-actions.js';
import type { Context } from '../../src/graphql/context.js';
import { freeAccount } from '../../src/http/rate-limit.js';
import { createResponseCache } from '../../src/http/response-cache.js';
import { newId } from '../../src/ids.js';
import { anotherInstance, type TestApp, testApp } from '../support/app.js';
import { moveClock } from '../support/clock.js';
import { provider } from '../support/database.js';
import { seedMember, seedOrganization, seedSpace, tokenOf } from '../support/seed.js';
import { type Ask, fourTimes, onGraph, onRest, untilKept, used } from './kept-kit.js';

// A reading that somebody asks for the third time is answered from memory as long as nothing was written.

const test = await testApp();
const other = await anotherInstance(test);
const { id: organization, admin } = await seedOrganization(test);
const space = await seedSpace(test, organization);
await used(test, admin.token);

const titles = 'query ($organization: ID!) { organization(id: $organization) { id title } }';

/** One reading on each face. */
const readings: [string, Ask][] = [
  ['an organization of /v1', onRest(`/orgs/${organization}`)],
  ['a page of /v1, whose answer has a tag', onRest(`/spaces/${space}/content/path/`)],
  ['a list of /v1', onRest(`/orgs/${organization}/spaces?limit=10`)],
  ['a query of the graph', onGraph(titles, { variables: { organization } })],
  [
    'a query in an address',
    async ({ app }, token) => {
      const url = `/graphql?query=${encodeURIComponent(`{ space(id: "${space}") { id title } }`)}`;
      const { statusCode, headers, body } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
      const { date: _date, 'x-request-id': _id, ...told } = headers;
      return { status: statusCode, headers: told, body };
    },
  ],
];

describe.each(readings)('%s', (_name, ask) => {
  it.runIf(provider === 'sqlite')('is made twice, and from then on costs no batch', async () => {
    const reader = await used(test, (await seedMember(test, organization, 'read')).token);
    const costs = await fourTimes(test, () => ask(test, reader));
    expect(costs.map((batches) => batches > 0)).toEqual([true, true, false, false]);
  });

  it('is answered the same to the byte: status, headers and body', async () => {
    const reader = await used(test, (await seedMember(test, organization, 'read')).token);
    const first = await ask(test, reader);
    expect(first.status).toBe(200);
    expect(await untilKept(test, () => ask(test, reader))).toEqual(first);
  });

  it('is nothing that another token gets: neither of the same user, nor of somebody else', async () => {
    const known = await untilKept(test, () => ask(test, admin.token));
    const narrow = await tokenOf(test, admin.id, { scopes: ['viewer:ping'] });
    const stranger = await seedOrganization(test);
    for (const token of [narrow, stranger.admin.token])
      expect((await test.batchesOfKnown(() => ask(test, token))).length).toBeGreaterThan(0);
    expect((await ask(test, stranger.admin.token)).body).not.toBe(known.body);
    expect((await ask(test, 'no-such-token')).status).toBe(401);
  });

  it('is refused once its token has ended, though its caller is known and nothing was written', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const token = await used(test, await tokenOf(test, admin.id, { expiresAt }));
    await untilKept(test, () => ask(test, token));
    moveClock(3_601_000);
    expect((await ask(test, token)).status).toBe(401);
  });
});

it('applications of one process keep their answers apart: each has a database, an address and a secret of its own', async () => {
  const viewer: Viewer = { ...tokenless('usr_a', new Map()), tokenId: 'tok_a' };
  const context = { viewer, dataVersion: '7', account: freeAccount() } as Context;
  const [one, another] = ['one', 'another'].map((name) => ({
    name,
    ...createResponseCache<{ name: string }>('of toys', (response) => ({
      response: response as { name: string },
      bytes: 1,
    })),
  }));
  for (const { name, answer } of [one!, one!, one!, another!])
    expect(await answer({ context, name: '/toys' }, async () => ({ name }))).toEqual({ name });
});

describe('what was written is seen by the next request:', () => {
  const ask = onRest(`/orgs/${organization}`);
  const query = onGraph(titles, { variables: { organization } });
  const rename = (app: TestApp) => async (title: string) =>
    void (await app.rest('PATCH', `/orgs/${organization}`, { ...admin, body: { title } }));

  it.each<[string, (title: string) => Promise<void>]>([
    ['by this instance', rename(test)],
    ['by another one', rename(other)],
    [
      'on another connection',
      (title) =>
        other.store.transaction(
          async ({ prisma }) =>
            void (await prisma.organization.update({ where: { id: organization }, data: { title } })),
        ),
    ],
  ])('%s', async (by, write) => {
    for (const app of [test, other]) for (const one of [ask, query]) await untilKept(app, () => one(app, admin.token));
    await write(`Written ${by}`);
    for (const app of [test, other])
      for (const one of [ask, query]) expect((await one(app, admin.token)).body).toContain(`Written ${by}`);
  });
});

describe('a kept answer is refused at once, by every instance, to', () => {
  /** Somebody who reads, what is taken, and what the reading is from then on. */
  type Loss = [
    string,
    (app: TestApp, person: { id: string; email: string; token: string }) => Promise<unknown>,
    number,
  ];
  const ask = onRest(`/spaces/${space}`);
  const body = { role: 'read' };

  it.each<Loss>([
    [
      'a token that is revoked',
      ({ store }, { token }) =>
        store.transaction(
          async ({ prisma }) => void (await prisma.accessToken.delete({ where: { hash: hashToken(token) } })),
        ),
      401,
    ],
    [
      'a member that is removed',
      (app, { id }) => app.rest('DELETE', `/orgs/${organization}/members/${id}`, admin),
      404,
    ],
    [
      'a member that is a guest now',
      (app, { id }) => app.rest('PATCH', `/orgs/${organization}/members/${id}`, { ...admin, body: { role: null } }),
      404,
    ],
    [
      'a member that is disabled',
      (app, { email }) =>
        lockMember({ store: app.store, viewer: app.operator }, { email, organization, disabled: true }),
      401,
    ],
  ])('%s', async (_who, take, status) => {
    for (const [writer, ...readers] of [
      [test, other, test],
      [other, test, other],
    ] as const) {
      const person = await seedMember(test, organization, 'read');
      await used(test, person.token);
      for (const app of readers) await untilKept(app, () => ask(app, person.token));
      await take(writer, person);
      expect(await Promise.all(readers.map(async (app) => (await ask(app, person.token)).status))).toEqual([
        status,
        status,
      ]);
    }
  });

  it('a guest whose grant is taken', async () => {
    const guest = await seedMember(test, organization, null);
    const permissions = `/spaces/${space}/permissions`;
    await test.rest('POST', permissions, { ...admin, body: { ...body, users: [guest.id] } });
    await used(test, guest.token);
    for (const app of [test, other]) await untilKept(app, () => ask(app, guest.token));
    await other.rest('DELETE', `${permissions}/users/${guest.id}`, admin);
    for (const app of [test, other]) expect((await ask(app, guest.token)).status).toBe(404);
  });
});

it('what a token may no more is refused, though it was kept', async () => {
  const token = await used(test, await tokenOf(test, admin.id));
  const ask = onRest(`/spaces/${space}`);
  await untilKept(test, () => ask(test, token));
  await other.store.transaction(async ({ prisma }) => {
    await prisma.accessToken.update({ where: { hash: hashToken(token) }, data: { scopes: ['viewer:ping'] } });
  });
  expect((await ask(test, token)).status).toBe(404);
});

describe('the tag of a kept answer', () => {
  const path = `/spaces/${space}/content/path/`;

  it('is known again: 304, and nothing is read', async () => {
    const { headers } = await untilKept(test, () => onRest(path)(test, admin.token));
    const again = onRest(path, { headers: { 'if-none-match': headers.etag } });
    expect(await untilKept(test, () => again(test, admin.token))).toMatchObject({
      status: 304,
      body: '',
      headers: { etag: headers.etag },
    });
  });

  it('and its length are told to HEAD', async () => {
    const kept = await untilKept(test, () => onRest(path)(test, admin.token));
    const head = await untilKept(test, () => onRest(path, { method: 'HEAD' })(test, admin.token));
    expect(head).toEqual({ ...kept, body: '' });
  });

  it('is held against If-Match', async () => {
    await untilKept(test, () => onRest(path)(test, admin.token));
    expect((await onRest(path, { headers: { 'if-match': '"other"' } })(test, admin.token)).status).toBe(412);
  });
});

it('a kept query is sent in the media type that is asked for', async () => {
  const query = `{ space(id: "${space}") { title } }`;
  const kept = await untilKept(test, () => onGraph(query)(test, admin.token));
  const accept = 'application/graphql-response+json';
  const other = await untilKept(test, () => onGraph(query, { headers: { accept } })(test, admin.token));
  expect([kept.headers['content-type'], other.headers['content-type']]).toEqual(
    ['application/json', accept].map((type) => `${type}; charset=utf-8`),
  );
  expect(other.body).toBe(kept.body);
});

it('a query is told from others by its variables and by the operation that is chosen', async () => {
  const two = `query A { space(id: "${space}") { id } } query B { space(id: "${space}") { title } }`;
  const choose = async (operationName: string) => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const { body } = await test.app.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: { query: two, operationName },
    });
    return { status: 200, headers: {}, body };
  };
  const kept = await untilKept(test, () => choose('A'));
  expect((await choose('B')).body).not.toBe(kept.body);
  const known = await untilKept(test, () => onGraph(titles, { variables: { organization } })(test, admin.token));
  const none = await onGraph(titles, { variables: { organization: newId('Organization') } })(test, admin.token);
  expect(none.body).not.toBe(known.body);
});

describe('is made anew each time:', () => {
  const reads = (spaces: string) => `{ space(id: "${space}") { title } }${spaces}`;
  const long = ' '.repeat(16_384);

  it.each<[string, Ask]>([
    ['what is not there', onRest(`/spaces/${newId('Space')}`)],
    ['what is refused', onRest(`/orgs/${newId('Organization')}/members`)],
    ['a query with an error', onGraph(`{ space(id: "${space}") { pdf(page: "none") { url } } }`)],
    ['a query whose text is long', onGraph(reads(long))],
    ['a query whose variables are', onGraph(titles, { variables: { organization, more: long } })],
    ['what is asked for as a stream', onGraph(reads(''), { headers: { accept: 'text/event-stream' } })],
  ])('%s', async (_what, ask) => {
    const costs = await fourTimes(test, () => ask(test, admin.token));
    expect(costs.every((batches) => batches > 0)).toBe(true);
  });
});

it('a mutation is done as often as it is sent', async () => {
  const create = `mutation { createCollection(input: { organization: "${organization}", title: "Again" }) { collection { id } } }`;
  const made = new Set<string>();
  for (let time = 0; time < 4; time++) made.add((await onGraph(create)(test, admin.token)).body);
  expect([made.size, [...made].every((body) => /"id":"/.test(body))]).toEqual([4, true]);
});

it('a caller without a token gets nothing that is kept', async () => {
  const query = onGraph(titles, { variables: { organization } });
  await untilKept(test, () => query(test, admin.token));
  const { data } = await test.graphql(titles, { variables: { organization } });
  expect(data?.organization ?? null).toBeNull();
});
