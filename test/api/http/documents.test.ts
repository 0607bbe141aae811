import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anotherInstance, type TestApp, testApp } from '../../support/app.js';
import { docgraph, runJsonCommand } from '../../support/command-line.js';
import { testFolder } from '../../support/database.js';
import { seedOrganization } from '../../support/seed.js';

const off = await testApp();
const { id, admin } = await seedOrganization(off);
const instance = (mode: string) => anotherInstance({ url: off.url }, 10, { PERSISTED_DOCUMENTS: mode });
const [prefer, only] = [await instance('prefer'), await instance('only')];
const env = { DATABASE_URL: off.url };

const texts = { mine: '{ viewer { email } }', title: `{ organization(id: "${id}") { title } }` };

const upload = async (client: string, manifest: unknown) => {
  const file = join(testFolder(), 'manifest.json');
  writeFileSync(file, JSON.stringify(manifest));
  return docgraph(['documents', 'upload', file, '--client', client], env);
};

await upload('web', texts);
const tokenFor = async (client: string): Promise<string> =>
  (await runJsonCommand(['token', 'create', '--user', admin.email, '--documents', client], env)).token!;

const send = async (app: TestApp, payload: object, token = admin.token) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await app.app.inject({ method: 'POST', url: '/graphql', headers, payload });
  const { data, errors } = answer.json();
  return errors ? [answer.statusCode, errors[0].extensions.reason ?? errors[0].extensions.code] : data;
};

const byId = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a document requested by its id', () => {
  it('runs in the modes prefer and only, and is not supported in the mode off', async () => {
    for (const app of [prefer, only]) expect(await send(app, byId('mine'))).toEqual({ viewer: { email: admin.email } });
    expect(await send(off, byId('mine'))).toEqual([200, 'PERSISTED_QUERY_NOT_SUPPORTED']);
  });

  it('is reported as not found if it does not exist', async () => {
    for (const app of [prefer, only])
      expect(await send(app, byId('other'))).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND']);
  });

  it('is required in the mode only', async () => {
    expect(await send(only, { query: texts.mine })).toEqual([403, 'DOCUMENT_REQUIRED']);
    expect(await send(only, {})).toEqual([400, 'BAD_USER_INPUT']);
    expect((await only.rest('GET', `/orgs/${id}`, admin)).status).toBe(200);
  });
});

describe('an automatic persisted query', () => {
  const query = '{ viewer { displayName } }';
  it('is stored in the mode prefer, under the hash that was sent with it', async () => {
    const hash = hashOf(query);
    expect(await send(prefer, byId(hash))).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND']);
    const known = await send(prefer, { query, ...byId(hash) });
    expect(known.viewer.displayName).toEqual(expect.any(String));
    expect(await send(prefer, byId(hash))).toEqual(known);
  });

  it('is refused with the hash of another text', async () => {
    expect(await send(prefer, { query, ...byId(hashOf('other')) })).toEqual([400, 'BAD_USER_INPUT']);
  });
});

describe('a token bound to a client', () => {
  it('runs only the documents of that client, in every mode, and is refused on /v1', async () => {
    await upload('phone', { phone: '{ viewer { id } }' });
    const token = await tokenFor('phone');
    for (const app of [off, prefer, only]) {
      expect(await send(app, byId('phone'), token)).toEqual({ viewer: { id: admin.id } });
      expect(await send(app, byId('mine'), token)).toEqual([200, 'PERSISTED_QUERY_NOT_FOUND']);
      expect(await send(app, { query: texts.mine }, token)).toEqual([403, 'DOCUMENT_REQUIRED']);
      expect((await app.rest('GET', '/user', { token })).status).toBe(403);
    }
  });

  it('creates only tokens with the same binding', async () => {
    await upload('maker', { make: 'mutation { createAccessToken(input: { name: "Made" }) { token } }' });
    const created = await send(off, byId('make'), await tokenFor('maker'));
    expect(await send(off, { query: texts.mine }, created.createAccessToken.token)).toEqual([403, 'DOCUMENT_REQUIRED']);
  });
});

describe('a manifest', () => {
  it('replaces the documents of its client, also in the format of Apollo', async () => {
    const operations = [{ id: 'one', name: 'One', type: 'query', body: texts.mine }];
    const { stdout } = await upload('ios', { format: 'apollo-persisted-query-manifest', version: 1, operations });
    expect(JSON.parse(stdout)).toEqual({ client: 'ios', documents: 1 });
    await upload('ios', {});
    const { clients } = JSON.parse((await docgraph(['documents', 'list'], env)).stdout);
    expect(clients.map(({ client }: { client: string }) => client)).not.toContain('ios');
    expect(clients).toContainEqual({ client: 'web', documents: 2 });
  });

  it.each([
    ['an invalid query', { a: '{ nothing }' }, 'must be able to run: Cannot query field'],
    ['a syntax error', { a: '{' }, 'must be able to run: Syntax Error'],
    ['another format', [1], 'must be an object of ids and texts'],
    ['an empty id', { '': '{ viewer { id } }' }, 'must have an id of 1 to 200 characters'],
  ])('with %s is refused completely', async (_what, manifest, message) => {
    const { code, stderr } = await upload('web', manifest);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(await send(only, byId('mine'))).toEqual({ viewer: { email: admin.email } });
  });
});
