import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/api/rest/operations.js';
import { toyApp, toySchema } from './toy.js';

/** A sheet whose text differs on each resolve, so that tests can detect a recomputed response. */
let sheet: { id: string; state: string | null; text: string } | null;
let resolveCount = 0;
let tests = 0;

const schema = toySchema(
  /* GraphQL */ `
    type Sheet { id: ID!, state: String, text: String!, lines: [Line!]! }
    type Line { id: ID!, state: String }
    type Query { sheet(id: ID!): Sheet, line: Line }
  `,
  {
    resolvers: {
      'Query.sheet': () => sheet,
      'Sheet.text': ({ text }: { text: string }) => `${text} ${++resolveCount}`,
    },
  },
);

const route = (path: string) => `@route(method: GET, path: "/v1/${path}")`;
const operation = `query kept($id: ID!, $wide: Boolean! = true) ${route('sheets/{id}')} {
  sheet(id: $id) @etag(from: "id", by: "state") @result { id state text @include(if: $wide) }
}`;

describe('a response whose operation names its cache key', () => {
  let app: FastifyInstance;
  beforeEach(async () => {
    sheet = { id: 's1', state: `state ${++tests}`, text: 'Text' };
    resolveCount = 0;
    app = await toyApp(schema, [operation]);
  });
  const ask = (query = '', headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: `/v1/sheets/s1${query}`, headers });

  it('is computed once and sent again with the same tag', async () => {
    const [first, second] = [await ask(), await ask()];
    expect(first.json()).toMatchObject({ id: 's1', text: 'Text 1' });
    expect([second.body, second.headers.etag]).toEqual([first.body, first.headers.etag]);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(resolveCount).toBe(1);
  });

  it('is recomputed after its cache key changes', async () => {
    const first = await ask();
    sheet!.state += ' later';
    const second = await ask();
    expect(second.json().text).toBe('Text 2');
    expect(second.headers.etag).not.toBe(first.headers.etag);
  });

  it('is cached separately for different variables', async () => {
    await ask();
    expect((await ask('?wide=false')).json()).not.toHaveProperty('text');
    expect((await ask()).json().text).toBe('Text 1');
  });

  it('is computed on each request when the cache key is null', async () => {
    sheet!.state = null;
    expect([(await ask()).json().text, (await ask()).json().text]).toEqual(['Text 1', 'Text 2']);
  });

  it('is not sent to a viewer who cannot see the object', async () => {
    await ask();
    sheet = null;
    expect((await ask()).statusCode).toBe(404);
  });

  it('returns 304 if the client has it, and 412 if the client expects another version', async () => {
    const { etag } = (await ask()).headers;
    expect((await ask('', { 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect((await ask('', { 'if-match': '"other"' })).statusCode).toBe(412);
    expect(resolveCount).toBe(1);
  });
});

it.each<[why: string, fault: RegExp, text: string]>([
  [
    'its cache key is not selected',
    /sheet\.state is not selected/,
    '{ sheet(id: "a") @etag(from: "id", by: "state") { id } }',
  ],
  [
    'its cache key is in a fragment',
    /state is in a fragment/,
    '{ sheet(id: "a") @etag(from: "id", by: "state") { id ... { state } } }',
  ],
])('an operation is refused if %s', (_why, fault, text) => {
  expect(() => compileOperations(schema, [`query a ${route('a')} ${text}`])).toThrow(fault);
});
