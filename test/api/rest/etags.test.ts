import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/api/rest/operations.js';
import { toyApp, toySchema } from './toy.js';

const schema = toySchema(
  /* GraphQL */ `
    type Sheet { id: ID!, text: String!, lines: [Line!]! }
    type Line { id: ID! }
    type Query { sheet(id: ID!): Sheet }
    type Mutation { write: Sheet }
  `,
  {
    resolvers: {
      'Query.sheet': (_root: never, { id }: { id: string }) => (id === 'none' ? null : { id, text: 'Text.' }),
    },
  },
);

const path = '@route(method: GET, path: "/v1/sheets/{id}")';

describe('a response whose operation has @etag', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await toyApp(schema, [
      `query a($id: ID!) ${path} { sheet(id: $id) @etag(from: "id") { id text } }`,
      'query b($id: ID!) @route(method: GET, path: "/v1/plain/{id}") { sheet(id: $id) { text } }',
    ]);
  });
  const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', url = '/v1/sheets/s1') =>
    app.inject({ method, url, headers });
  const tagOf = async () => String((await ask()).headers.etag);

  it('has a tag of the revision and a hash of the body, and may be cached only by the client', async () => {
    const answer = await ask();
    expect(answer.headers.etag).toMatch(/^"s1\.[\w-]{22}"$/);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.json()).toEqual({ id: 's1', text: 'Text.' });
  });

  it('is a 304 without a body if the tag matches `If-None-Match`, by weak comparison', async () => {
    const tag = await tagOf();
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { statusCode, body, headers } = await ask({ 'if-none-match': known });
      expect([statusCode, body, headers.etag, headers['content-type']]).toEqual([
        304,
        '',
        tag,
        'application/json; charset=utf-8',
      ]);
    }
  });

  it('is sent in full if `If-None-Match` has another tag or is malformed', async () => {
    for (const unknown of ['"s1"', '"s1.other"', 's1'])
      expect((await ask({ 'if-none-match': unknown })).statusCode).toBe(200);
  });

  it('is the same for HEAD, with the length of the full body', async () => {
    const [whole, head] = [await ask(), await ask({}, 'HEAD')];
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', whole.headers.etag]);
    const known = await ask({ 'if-none-match': await tagOf() }, 'HEAD');
    expect([known.statusCode, known.body]).toEqual([304, '']);
    expect(known.headers['content-length']).toBe(whole.headers['content-length']);
  });

  it('is a 412 if the tag does not match `If-Match`, by strong comparison and before `If-None-Match`', async () => {
    const tag = await tagOf();
    const statuses = async (headers: Record<string, string>) => (await ask(headers)).statusCode;
    expect(await statuses({ 'if-match': `"x", ${tag}` })).toBe(200);
    expect(await statuses({ 'if-match': '*' })).toBe(200);
    expect(await statuses({ 'if-match': `W/${tag}` })).toBe(412);
    expect(await statuses({ 'if-match': '"s1.other"', 'if-none-match': tag })).toBe(412);
    expect(await statuses({ 'if-match': 's1' })).toBe(400);
  });

  it('is a 404 without a tag if the object does not exist, whatever the conditions are', async () => {
    const answer = await ask({ 'if-none-match': '*', 'if-match': '*' }, 'GET', '/v1/sheets/none');
    expect([answer.statusCode, answer.headers.etag]).toEqual([404, undefined]);
  });

  it('has no tag and ignores conditions if its operation has no @etag', async () => {
    const { statusCode, headers } = await ask({ 'if-none-match': '*', 'if-match': '"x"' }, 'GET', '/v1/plain/s1');
    expect([statusCode, headers.etag]).toEqual([200, undefined]);
  });
});

describe('@etag', () => {
  it.each([
    [
      'names a field that is not selected',
      `query a($id: ID!) ${path} { sheet(id: $id) @etag(from: "id") { text } }`,
      /sheet\.id is not selected/,
    ],
    [
      'is in a list',
      `query a($id: ID!) ${path} { sheet(id: $id) { lines @etag(from: "id") { id } } }`,
      /within a list/,
    ],
    [
      'occurs twice',
      `query a($id: ID!) ${path} { sheet(id: $id) @etag(from: "id") { id } b: sheet(id: $id) @etag(from: "id") @result { id } }`,
      /two fields have @etag/,
    ],
    [
      'is in a mutation',
      'mutation a @route(method: POST, path: "/v1/a") { write @etag(from: "id") { id } }',
      /only a query/,
    ],
  ])('is refused if it %s', (_, document, fault) => {
    expect(() => compileOperations(schema, [document])).toThrow(fault);
  });
});
