import { describe } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { api, type JsonObject, schemas } from '../documents.js';
import { type Row, testEachRow } from './difference-rows.js';

const text: JsonObject = { type: 'string' };
const query = (name: string, more: JsonObject = {}): JsonObject => ({ name, in: 'query', schema: text, ...more });
const done: JsonObject = { '200': { description: 'OK' } };
const webhook = (operation: JsonObject): Json => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  webhooks: { born: { post: operation } },
});
const hook = (schema: Json, type = 'application/json'): Json =>
  webhook({ requestBody: { content: { [type]: { schema } } }, responses: done });
const callback = (schema: Json): Json =>
  api({
    responses: done,
    callbacks: {
      done: { '{$request.query.url}': { post: { requestBody: { content: { 'a/b': { schema } } }, responses: done } } },
    },
  });

describe('webhooks and callbacks, whose requests callers receive', () => {
  const needed = { type: 'object', properties: { a: text }, required: ['a'] };
  const optional = { type: 'object', properties: { a: text } };
  const rows: Row[] = [
    [
      'a property that becomes required does not break callers',
      hook(optional),
      hook(needed),
      ['body application/json /a'],
    ],
    ['a property that becomes optional breaks callers', hook(needed), hook(optional), ['!body application/json /a']],
    ['an added value breaks callers', hook({ enum: ['a'] }), hook({ enum: ['a', 'b'] }), ['!body application/json']],
    [
      'a removed value does not break callers',
      hook({ enum: ['a', 'b'] }),
      hook({ enum: ['a'] }),
      ['body application/json'],
    ],
    [
      'another media type breaks callers',
      hook(text),
      hook(text, 'text/xml'),
      ['body application/json', '!body text/xml'],
    ],
    [
      'a removed webhook breaks callers',
      webhook({ responses: done }),
      { ...(webhook({}) as JsonObject), webhooks: {} },
      ['!post born removed'],
    ],
    [
      'a removed response status breaks callers',
      webhook({ responses: { ...done, '410': { description: '' } } }),
      webhook({ responses: done }),
      ['!response 410'],
    ],
    [
      'an added required parameter does not break callers',
      webhook({ responses: done }),
      webhook({ responses: done, parameters: [query('a', { required: true })] }),
      ['query a'],
    ],
    [
      'a property of a callback that becomes optional breaks callers',
      callback(needed),
      callback(optional),
      ['!callback done post {$request.query.url} body a/b /a'],
    ],
    [
      'a removed callback breaks callers',
      callback(text),
      api({ responses: done }),
      ['!callback done post {$request.query.url}'],
    ],
    [
      'an added callback does not break callers',
      api({ responses: done }),
      callback(text),
      ['callback done post {$request.query.url}'],
    ],
  ];
  testEachRow(rows);
});

describe('Swagger 2.0', () => {
  const swagger = (operation: JsonObject, more: JsonObject = {}): Json => ({
    swagger: '2.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { post: operation } },
    ...more,
  });
  const field = (more: JsonObject = {}): JsonObject => ({ name: 'a', in: 'formData', type: 'string', ...more });
  const rows: Row[] = [
    [
      'a form field that becomes required breaks callers',
      swagger({ parameters: [field(), field({ name: 'b', required: true })] }),
      swagger({ parameters: [field({ required: true }), field({ name: 'b', required: true })] }),
      ['!body application/x-www-form-urlencoded /a'],
    ],
    [
      'another `collectionFormat` breaks callers',
      swagger({ parameters: [{ name: 'a', in: 'query', type: 'array', items: text }] }),
      swagger({ parameters: [{ name: 'a', in: 'query', type: 'array', items: text, collectionFormat: 'multi' }] }),
      ['!query a'],
    ],
    [
      'another host breaks callers',
      swagger({}, { host: 'a.test', basePath: '/v1' }),
      swagger({}, { host: 'b.test', basePath: '/v1' }),
      ['!server https://a.test/v1', 'server https://b.test/v1'],
    ],
    [
      'a removed global media type breaks callers',
      swagger({ responses: { '200': { schema: text } } }, { produces: ['a/b', 'c/d'] }),
      swagger({ responses: { '200': { schema: text } } }, { produces: ['a/b'] }),
      ['!response 200 c/d'],
    ],
    [
      'an equal OpenAPI 3 document is not a difference',
      swagger(
        {
          parameters: [
            { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
            { name: 'n', in: 'query', type: 'integer' },
          ],
          responses: { '200': { description: 'OK', schema: { $ref: '#/definitions/Pet' } } },
        },
        {
          definitions: { Pet: { type: 'object', properties: { a: { type: 'string', 'x-nullable': true } } } },
          host: 'a.test',
          schemes: ['https'],
        },
      ),
      api(
        {
          parameters: [query('n', { schema: { type: 'integer' } })],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          responses: {
            '200': {
              description: 'OK',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
        {
          ...schemas({ Pet: { type: 'object', properties: { a: { type: ['string', 'null'] } } } }),
          servers: [{ url: 'https://a.test' }],
        },
      ),
      [],
    ],
  ];
  testEachRow(rows);
});
