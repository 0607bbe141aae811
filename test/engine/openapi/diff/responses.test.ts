import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { api, documentWithRequestSchema, documentWithResponseSchema, type JsonObject } from '../documents.js';
import { differenceMessages, type Row, testEachRow } from './difference-rows.js';

const text: JsonObject = { type: 'string' };
const done: JsonObject = { '200': { description: 'OK' } };
const answers = (responses: JsonObject): Json => api({ responses });
const withHeaders = (headers: JsonObject): Json => answers({ '200': { description: 'OK', headers } });
const secured = (security: Json, more: JsonObject = {}): Json =>
  api(
    { responses: done, security },
    {
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer' },
          key: { type: 'apiKey', in: 'header', name: 'X-Key' },
          login: { type: 'oauth2', flows: {} },
          ...more,
        },
      },
    },
  );
const at = (...servers: Json[]): Json => api({ responses: done }, { servers });

describe('responses', () => {
  const json = (schema: JsonObject): JsonObject => ({ description: 'OK', content: { 'application/json': { schema } } });
  const rows: Row[] = [
    [
      'an added status does not break callers',
      answers(done),
      answers({ ...done, '201': { description: '' } }),
      ['response 201'],
    ],
    [
      'a removed success status breaks callers',
      answers({ ...done, '201': { description: '' } }),
      answers(done),
      ['!response 201'],
    ],
    [
      'a removed error status does not break callers',
      answers({ ...done, '404': { description: '' } }),
      answers(done),
      ['response 404'],
    ],
    [
      'replacing a status by its range is not a difference',
      answers({ '200': json(text) }),
      answers({ '2XX': json(text) }),
      [],
    ],
    [
      'replacing a range by its statuses is not a difference',
      answers({ '2XX': json(text) }),
      answers({ '200': json(text), '201': json(text) }),
      [],
    ],
    [
      'a default response applies to every status',
      answers({ '200': json(text) }),
      answers({ default: json({ type: 'integer' }) }),
      ['!response 200 application/json', 'response default'],
    ],
    [
      'a removed media type breaks callers',
      answers({ '200': json(text) }),
      answers({ '200': { description: 'OK' } }),
      ['!response 200 application/json'],
    ],
    [
      'an added media type does not break callers',
      answers({ '200': { description: 'OK' } }),
      answers({ '200': json(text) }),
      ['response 200 application/json'],
    ],
    [
      'a removed header breaks callers',
      withHeaders({ ETag: { schema: text } }),
      withHeaders({}),
      ['!response 200 header ETag'],
    ],
    [
      'an added header does not break callers',
      withHeaders({}),
      withHeaders({ ETag: { schema: text } }),
      ['response 200 header ETag'],
    ],
    [
      'a header that becomes optional breaks callers',
      withHeaders({ ETag: { required: true, schema: text } }),
      withHeaders({ ETag: { schema: text } }),
      ['!response 200 header ETag'],
    ],
    [
      'a header that becomes required does not break callers',
      withHeaders({ ETag: { schema: text } }),
      withHeaders({ ETag: { required: true, schema: text } }),
      ['response 200 header ETag'],
    ],
    [
      'header names are case-insensitive',
      withHeaders({ ETag: { schema: text } }),
      withHeaders({ etag: { schema: text } }),
      [],
    ],
    [
      'a changed description does not break callers',
      answers({ '200': { description: 'A' } }),
      answers({ '200': { description: 'B' } }),
      ['response 200'],
    ],
    [
      'a reference to an equal response is not a difference',
      answers({ '200': json(text) }),
      api(
        { responses: { '200': { $ref: '#/components/responses/Text' } } },
        { components: { responses: { Text: json(text) } } },
      ),
      [],
    ],
  ];
  testEachRow(rows);
});

describe('credentials', () => {
  const rows: Row[] = [
    ['requiring credentials for the first time breaks callers', secured([]), secured([{ token: [] }]), ['!security']],
    ['no longer requiring credentials does not break callers', secured([{ token: [] }]), secured([]), ['security']],
    [
      'an added alternative does not break callers',
      secured([{ token: [] }]),
      secured([{ token: [] }, { key: [] }]),
      ['security'],
    ],
    [
      'a removed alternative breaks callers',
      secured([{ token: [] }, { key: [] }]),
      secured([{ token: [] }]),
      ['!security'],
    ],
    [
      'requiring a second scheme together with the first breaks callers',
      secured([{ token: [] }]),
      secured([{ token: [], key: [] }]),
      ['!security'],
    ],
    [
      'an added scope breaks callers',
      secured([{ login: ['read'] }]),
      secured([{ login: ['read', 'write'] }]),
      ['!security'],
    ],
    [
      'a removed scope does not break callers',
      secured([{ login: ['read', 'write'] }]),
      secured([{ login: ['read'] }]),
      ['security'],
    ],
    [
      'alternatives that include no credentials are equal to no security',
      secured([{}, { token: [] }]),
      secured([]),
      [],
    ],
    [
      'renaming a security scheme is not a difference',
      secured([{ token: [] }]),
      secured([{ other: [] }], { other: { type: 'http', scheme: 'bearer' } }),
      [],
    ],
    [
      'another location of an API key breaks callers',
      secured([{ key: [] }]),
      secured([{ key: [] }], { key: { type: 'apiKey', in: 'query', name: 'X-Key' } }),
      ['!security'],
    ],
  ];
  testEachRow(rows);
});

describe('servers', () => {
  const region = (...values: string[]): JsonObject => ({
    url: 'https://{region}.pets.test/',
    variables: { region: { default: values[0]!, enum: values } },
  });
  const rows: Row[] = [
    [
      'another URL breaks callers',
      at({ url: 'https://a.test' }),
      at({ url: 'https://b.test' }),
      ['!server https://a.test', 'server https://b.test'],
    ],
    [
      'an added server does not break callers',
      at({ url: 'https://a.test' }),
      at({ url: 'https://a.test' }, { url: 'https://b.test' }),
      ['server https://b.test'],
    ],
    ['a trailing slash is not a difference', at({ url: 'https://a.test/v1' }), at({ url: 'https://a.test/v1/' }), []],
    [
      'another order is not a difference',
      at({ url: 'https://a.test' }, { url: 'https://b.test' }),
      at({ url: 'https://b.test' }, { url: 'https://a.test' }),
      [],
    ],
    [
      'a removed value of a variable breaks callers',
      at(region('eu', 'us')),
      at(region('eu')),
      ['!server https://us.pets.test'],
    ],
    ['another default of a variable is not a difference', at(region('eu', 'us')), at(region('us', 'eu')), []],
  ];
  testEachRow(rows);
});

it('a difference has a message with the old and the new value', () => {
  const before = documentWithRequestSchema({
    type: 'object',
    properties: { a: { type: 'string', maxLength: 9 }, b: { enum: ['x', 'y'] } },
  });
  const after = documentWithRequestSchema({
    type: 'object',
    properties: { a: { type: 'integer' }, b: { enum: ['y', 'z'] } },
    required: ['b'],
  });
  expect(differenceMessages(before, after)).toEqual([
    '!body application/json /b: the property might be absent and is required now',
    '!body application/json /a: the type was string and is integer',
    '!body application/json /b: "x" is no longer taken',
    'body application/json /b: "z" is a new value',
  ]);
  expect(
    differenceMessages(
      documentWithResponseSchema({ type: 'integer', maximum: 5 }),
      documentWithResponseSchema({ type: 'integer', maximum: 7 }),
    ),
  ).toEqual(['!response 200 application/json: maximum was 5 and is 7']);
  expect(differenceMessages(secured([{ login: ['read'] }]), secured([{ login: ['read', 'write'] }]))).toEqual([
    '!security: oauth2 (read) was enough, oauth2 (read, write) is needed now',
  ]);
});
