import { describe, expect, it } from 'vitest';
import { openChangeRequest } from '../../modules/review/change-requests/proposal.js';
import { anotherInstance, testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { seedMember, seedOrganization, seedSpace, tokenOf } from '../../support/seed.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);
const collections = `/orgs/${organization}/collections`;

let keys = 0;
const newKey = (): string => `key-${++keys}`;

/** Sends a request with an idempotency key. */
const keyed = (request: string, key: string, { body = {}, token = admin.token, app = test } = {}) => {
  const [method = '', path = ''] = request.split(' ');
  return app.rest(method, path, { token, body, headers: { 'idempotency-key': key } });
};

const create = (key: string, title: string, options: { token?: string; app?: typeof test } = {}) =>
  keyed(`POST ${collections}`, key, { body: { title }, ...options });

/** Returns the number of collections with a title. */
async function countOf(title: string): Promise<number> {
  const { body } = await test.rest('GET', `${collections}?limit=1000`, admin);
  return body.items.filter((one: { title: string }) => one.title === title).length;
}

describe('a request that is sent again with its key', () => {
  it('creates one object and returns the same response, marked as a replay', async () => {
    const key = newKey();
    const [first, again] = [await create(key, 'Once'), await create(key, 'Once')];
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    expect(await countOf('Once')).toBe(1);
  });

  it('creates one object for 50 concurrent requests on two instances; requests meanwhile get a 409 with Retry-After', async () => {
    const [key, apps] = [newKey(), [test, await anotherInstance(test)]];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => create(key, 'At once', { app: apps[index % 2]! })),
    );
    expect(await countOf('At once')).toBe(1);
    const done = answers.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
    expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    const conflicts = answers.filter(({ status }) => status !== 201);
    expect(conflicts.filter(({ status, headers }) => status !== 409 || headers['retry-after'] !== '1')).toEqual([]);
    expect((await create(key, 'At once')).body.id).toBe(done[0]!.body.id);
  });

  it('is refused if its body or its query differs', async () => {
    const key = newKey();
    await create(key, 'This');
    const { status, body } = await create(key, 'That');
    expect([status, body.error.message]).toEqual([
      422,
      'This Idempotency-Key was used for another request before; use a new key for each request',
    ]);
    expect((await keyed(`POST ${collections}?more=1`, key, { body: { title: 'This' } })).status).toBe(422);
    expect(await countOf('That')).toBe(0);
  });

  it('is recognized with another member order and other whitespace', async () => {
    const [key, { id: space }] = [
      newKey(),
      (await test.rest('POST', `/orgs/${organization}/spaces`, { ...admin, body: {} })).body,
    ];
    const send = (body: string) => keyed(`POST /spaces/${space}/change-requests`, key, { body: body as never });
    const first = await send('{"subject":"a","origin":"b"}');
    expect((await send('{ "origin": "b", "subject": "a" }')).body.id).toBe(first.body.id);
  });

  it('is a new request for another caller, path or method', async () => {
    const [key, other] = [newKey(), await seedMember(test, organization, 'admin')];
    const own = await create(key, 'Whose');
    const theirs = await create(key, 'Whose', { token: other.token });
    expect(theirs.headers['idempotent-replayed']).toBeUndefined();
    expect(theirs.body.id).not.toBe(own.body.id);
    const team = await keyed(`PUT /orgs/${organization}/teams`, key, { body: { title: 'Whose' } });
    expect([team.status, team.headers['idempotent-replayed']]).toEqual([201, undefined]);
    const renamed = await keyed(`PATCH /collections/${own.body.id}`, key, { body: { title: 'Mine' } });
    expect([renamed.status, renamed.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it('is recognized with another token of its user, except a restricted token, which counts as a separate caller', async () => {
    const key = newKey();
    const first = await create(key, 'Tokens');
    const again = await create(key, 'Tokens', { token: await tokenOf(test, admin.id) });
    expect(again.body.id).toBe(first.body.id);
    for (const limits of [{ organization }, { scopes: ['organization:createContent', 'read'] }]) {
      const token = await tokenOf(test, admin.id, limits);
      const narrowed = await create(key, 'Tokens', { token });
      expect([narrowed.status, narrowed.headers['idempotent-replayed']]).toEqual([201, undefined]);
      expect((await create(key, 'Tokens', { token })).body.id).toBe(narrowed.body.id);
    }
  });

  it('is a new request one day after the first one, even if the expired key still exists', async () => {
    const key = newKey();
    const first = await create(key, 'Yesterday');
    moveClock(86_399_000);
    expect((await create(key, 'Yesterday')).body.id).toBe(first.body.id);
    moveClock(2_000);
    const next = await create(key, 'Yesterday');
    expect([next.status, next.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(next.body.id).not.toBe(first.body.id);
    expect((await create(key, 'Yesterday')).body.id).toBe(next.body.id);
  });

  it('is checked again if the first request was refused', async () => {
    const [key, person] = [newKey(), await seedMember(test, organization, 'read')];
    const send = () => create(key, 'Refused', { token: person.token });
    expect((await send()).status).toBe(403);
    await test.rest('PATCH', `/orgs/${organization}/members/${person.id}`, { ...admin, body: { role: 'create' } });
    const done = await send();
    expect([done.status, done.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect((await send()).body.id).toBe(done.body.id);
  });

  it('gets a response with the current state', async () => {
    const key = newKey();
    const { body } = await create(key, 'Before');
    await test.rest('PATCH', `/collections/${body.id}`, { ...admin, body: { title: 'Behind' } });
    expect((await create(key, 'Before')).body).toMatchObject({ id: body.id, title: 'Behind' });
  });

  it('gets a 404 if its object was deleted or is no longer visible to the caller', async () => {
    const [key, person] = [newKey(), await seedMember(test, organization, 'create')];
    const { body } = await create(key, 'Gone', { token: person.token });
    await test.rest('PATCH', `/collections/${body.id}`, { ...admin, body: { defaultLevel: null } });
    await test.rest('PATCH', `/orgs/${organization}/members/${person.id}`, { ...admin, body: { role: 'read' } });
    const grants = `/collections/${body.id}/permissions/users/${person.id}`;
    await test.rest('DELETE', grants, admin);
    const hidden = await create(key, 'Gone', { token: person.token });
    expect([hidden.status, hidden.headers['idempotent-replayed']]).toEqual([404, 'true']);
    const own = newKey();
    const { body: mine } = await create(own, 'Deleted');
    await test.rest('DELETE', `/collections/${mine.id}`, admin);
    expect((await create(own, 'Deleted')).status).toBe(404);
  });

  it('reveals nothing of an organization to a former member', async () => {
    const person = await seedMember(test, organization, 'admin');
    const proposal = await openChangeRequest(test, await seedSpace(test, organization), admin.token);
    const files = [{ name: 'secret.txt', base64: 'YQ==' }];
    const document = { object: 'document', data: { schemaVersion: 1 }, nodes: [] };
    const requests: [string, object][] = [
      [`PUT /orgs/${organization}/agent-instructions`, { instructions: document }],
      [`POST /orgs/${organization}/invites`, { emails: ['guest@acme.test'] }],
      [`PATCH /orgs/${organization}`, { title: 'Acme' }],
      [`PUT /orgs/${organization}/teams`, { title: 'Left' }],
      [`POST /orgs/${organization}/link-invites`, { role: 'read' }],
      [`POST /orgs/${organization}/sites`, {}],
      [`POST ${proposal.path}/content?compat=false`, { changes: [{ operation: 'insert_files', files }] }],
    ];
    const send = ([request, body]: [string, object]) => keyed(request, 'left', { body, token: person.token });
    for (const request of requests) expect((await send(request)).status, request[0]).toBeLessThan(300);
    await test.rest('DELETE', `/orgs/${organization}/members/${person.id}`, admin);
    for (const request of requests) expect((await send(request)).status, request[0]).toBe(404);
  });
});

describe('the Idempotency-Key header', () => {
  it('is refused if it is malformed, before any other check', async () => {
    for (const key of ['', '""', '"open', 'a b', 'schlüssel', 'x'.repeat(256), `"${'x'.repeat(256)}"`]) {
      const { status, body } = await create(key, 'Bad');
      expect([key, status]).toEqual([key, 400]);
      expect(body.error.message).toContain('`Idempotency-Key` must be 1 to 255 visible ASCII characters (got ');
    }
    expect(await countOf('Bad')).toBe(0);
  });

  it('may have 255 characters, and quotes that do not count', async () => {
    const key = `!~${'x'.repeat(253)}`;
    const first = await create(key, 'Long');
    expect((await create(`"${key}"`, 'Long')).body.id).toBe(first.body.id);
  });

  it('is ignored by requests that read or delete', async () => {
    const [key, { body }] = [newKey(), await create(newKey(), 'Read')];
    const headers = { 'idempotency-key': 'no key' };
    expect((await test.rest('GET', `/collections/${body.id}`, { ...admin, headers })).status).toBe(200);
    for (const status of [204, 204])
      expect((await keyed(`DELETE /collections/${body.id}`, key, { body: undefined })).status).toBe(status);
  });

  it('may be sent by scripts of other origins, which may also read Idempotent-Replayed', async () => {
    const open = await testApp({ CORS_ORIGINS: 'https://app.example.org' });
    const preflightHeaders = {
      origin: 'https://app.example.org',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, idempotency-key',
    };
    const { headers } = await open.app.inject({ method: 'OPTIONS', url: '/v1/user', headers: preflightHeaders });
    expect(headers['access-control-allow-headers']).toContain('idempotency-key');
    const answer = await open.app.inject({
      method: 'GET',
      url: '/health',
      headers: { origin: preflightHeaders.origin },
    });
    expect(answer.headers['access-control-expose-headers']).toContain('idempotent-replayed');
  });
});

describe('a mutation that is sent again with its key', () => {
  const ask = (query: string, key: string, options: { token?: string; variables?: object } = {}) =>
    test.graphql(query, { ...admin, ...options, headers: { 'idempotency-key': key } });
  const make =
    'mutation ($input: CreateCollectionInput!) { createCollection(input: $input) { collection { id title } } }';

  it('creates one object and returns the same response', async () => {
    const [key, variables] = [newKey(), { input: { organization, title: 'In the graph' } }];
    const first = await ask(make, key, { variables });
    expect(first.errors).toBeUndefined();
    expect(await ask(make, key, { variables })).toEqual(first);
    expect(await countOf('In the graph')).toBe(1);
    const other = await ask(make, key, { variables: { input: { organization, title: 'Another' } } });
    expect(other.errors?.[0]?.extensions.code).toBe('UNPROCESSABLE');
  });

  it('is NOT_FOUND if its object was deleted', async () => {
    const [key, variables] = [newKey(), { input: { organization, title: 'In the graph, gone' } }];
    const { data } = await ask(make, key, { variables });
    await test.rest('DELETE', `/collections/${data.createCollection.collection.id}`, admin);
    const { errors } = await ask(make, key, { variables });
    expect(errors).toMatchObject([
      {
        message: 'The request was done before; its `collection` is gone, or not visible to you',
        extensions: { code: 'NOT_FOUND' },
      },
    ]);
  });

  it('is refused if its response contained a secret, which is not stored', async () => {
    const [key, query] = [
      newKey(),
      'mutation { createAccessToken(input: { name: "once" }) { token accessToken { id } } }',
    ];
    const { data } = await ask(query, key);
    const { errors } = await ask(query, key);
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'CONFLICT', reason: 'SHOWN_ONCE' } });
    const rows = await test.store.read.all(test.store.read.sql.selectFrom('IdempotencyKey').selectAll());
    expect(JSON.stringify(rows)).not.toContain(data.createAccessToken.token);
    const tokens = await test.graphql('{ accessTokens(first: 100) { nodes { name } } }', admin);
    expect(tokens.data.accessTokens.nodes.filter(({ name }: { name: string }) => name === 'once')).toHaveLength(1);
  });

  it('is refused if its document has another mutation in any form; without a key both run', async () => {
    const one = (alias: string) =>
      `${alias}: createCollection(input: { organization: "${organization}", title: "Two" }) { __typename }`;
    const both = `mutation { ${one('a')} ${one('b')} }`;
    const spread = `mutation { ...A ... on Mutation { ...B } } fragment A on Mutation { ${one('a')} } fragment B on Mutation { ${one('b')} }`;
    for (const query of [both, spread]) {
      const { status, errors } = await ask(query, newKey());
      expect([status, errors?.[0]?.message]).toEqual([
        400,
        'A request with an Idempotency-Key must have one mutation (got 2)',
      ]);
    }
    expect(await countOf('Two')).toBe(0);
    expect((await ask(`mutation { __typename ${one('a')} }`, newKey())).errors).toBeUndefined();
    expect((await test.graphql(both, admin)).errors).toBeUndefined();
    expect(await countOf('Two')).toBe(3);
  });

  it('runs only once, also through an event stream', async () => {
    const key = newKey();
    const send = () =>
      test.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${admin.token}`, accept: 'text/event-stream', 'idempotency-key': key },
        payload: { query: make, variables: { input: { organization, title: 'Streamed' } } },
      });
    const [first, again] = [await send(), await send()];
    expect(again.body).toBe(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await countOf('Streamed')).toBe(1);
  });

  it('differs from a repeated query, whose key is ignored', async () => {
    const key = newKey();
    for (const query of ['{ viewer: __typename }', '{ a: __typename b: __typename }'])
      expect((await ask(query, key)).errors).toBeUndefined();
  });
});
