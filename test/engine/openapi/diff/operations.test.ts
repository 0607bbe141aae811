import { describe } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { api, documentWithParameters, type JsonObject } from '../documents.js';
import { type Row, testEachRow } from './difference-rows.js';

const text: JsonObject = { type: 'string' };
const query = (name: string, more: JsonObject = {}): JsonObject => ({ name, in: 'query', schema: text, ...more });
const list: JsonObject = { type: 'array', items: text };
const done: JsonObject = { '200': { description: 'OK' } };
const body = (content: JsonObject, more: JsonObject = {}): Json =>
  api({ requestBody: { content, ...more }, responses: done });
const paths = (all: JsonObject): Json => ({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: all });
const get: JsonObject = { get: { responses: done } };

describe('operations', () => {
  const rows: Row[] = [
    [
      'an added operation does not break callers',
      paths({ '/a': get }),
      paths({ '/a': get, '/b': get }),
      ['get /b added'],
    ],
    ['a removed operation breaks callers', paths({ '/a': get, '/b': get }), paths({ '/a': get }), ['!get /b removed']],
    [
      'another method is another operation',
      paths({ '/a': get }),
      paths({ '/a': { put: { responses: done } } }),
      ['!get /a removed', 'put /a added'],
    ],
    [
      'methods of OpenAPI 3.2 are compared',
      paths({ '/a': { query: { responses: done }, additionalOperations: { COPY: { responses: done } } } }),
      paths({ '/a': { query: { responses: done, summary: 'a' } } }),
      ['operation', '!copy /a removed'],
    ],
    [
      '`itemSchema` is compared like the items of a list',
      body({ 'application/jsonl': { itemSchema: text } }),
      body({ 'application/jsonl': { itemSchema: { type: 'integer' } } }),
      ['!body application/jsonl /[]'],
    ],
    [
      'another order of paths is not a difference',
      paths({ '/a': get, '/b': get }),
      paths({ '/b': get, '/a': get }),
      [],
    ],
    [
      'renamed path parameters do not break callers',
      paths({ '/a/{id}': get }),
      paths({ '/a/{key}': get }),
      ['operation'],
    ],
    [
      'two paths that differ only in parameter names are matched by name',
      paths({ '/a/{b}': get, '/a/{c}': get }),
      paths({ '/a/{c}': get, '/a/{b}': { put: { responses: done } } }),
      ['!get /a/{b} removed', 'put /a/{b} added'],
    ],
    [
      'a deprecation does not break callers',
      api({ responses: done }),
      api({ responses: done, deprecated: true }),
      ['operation'],
    ],
    [
      'a changed summary or tag does not break callers',
      api({ responses: done, summary: 'A' }),
      api({ responses: done, summary: 'B', tags: ['x'] }),
      ['operation', 'operation'],
    ],
  ];
  testEachRow(rows);
});

describe('parameters', () => {
  const rows: Row[] = [
    [
      'an added optional parameter does not break callers',
      documentWithParameters(),
      documentWithParameters(query('a')),
      ['query a'],
    ],
    [
      'an added required parameter breaks callers',
      documentWithParameters(),
      documentWithParameters(query('a', { required: true })),
      ['!query a'],
    ],
    ['a removed parameter breaks callers', documentWithParameters(query('a')), documentWithParameters(), ['!query a']],
    [
      'a parameter that becomes required breaks callers',
      documentWithParameters(query('a')),
      documentWithParameters(query('a', { required: true })),
      ['!query a'],
    ],
    [
      'a parameter that becomes optional does not break callers',
      documentWithParameters(query('a', { required: true })),
      documentWithParameters(query('a')),
      ['query a'],
    ],
    [
      'a parameter in another location is another parameter',
      documentWithParameters(query('a')),
      documentWithParameters({ ...query('a'), in: 'header' }),
      ['!query a', 'header a'],
    ],
    [
      'header names are case-insensitive',
      documentWithParameters({ ...query('X-Page'), in: 'header' }),
      documentWithParameters({ ...query('x-page'), in: 'header' }),
      [],
    ],
    [
      'query names are case-sensitive',
      documentWithParameters(query('Page')),
      documentWithParameters(query('page')),
      ['!query Page', 'query page'],
    ],
    [
      'header parameters that OpenAPI ignores are not compared',
      documentWithParameters({ ...query('Accept'), in: 'header' }),
      documentWithParameters(),
      [],
    ],
    [
      'another order of parameters is not a difference',
      documentWithParameters(query('a'), query('b')),
      documentWithParameters(query('b'), query('a')),
      [],
    ],
    [
      'a removed value breaks callers',
      documentWithParameters(query('a', { schema: { enum: ['x', 'y'] } })),
      documentWithParameters(query('a', { schema: { enum: ['x'] } })),
      ['!query a'],
    ],
    [
      'an added value does not break callers',
      documentWithParameters(query('a', { schema: { enum: ['x'] } })),
      documentWithParameters(query('a', { schema: { enum: ['x', 'y'] } })),
      ['query a'],
    ],
    [
      'a larger integer format does not break callers',
      documentWithParameters(query('a', { schema: { type: 'integer', format: 'int32' } })),
      documentWithParameters(query('a', { schema: { type: 'integer', format: 'int64' } })),
      ['query a'],
    ],
    [
      'a list that is no longer exploded breaks callers',
      documentWithParameters(query('a', { schema: list })),
      documentWithParameters(query('a', { schema: list, explode: false })),
      ['!query a'],
    ],
    [
      'another style of a list breaks callers',
      documentWithParameters(query('a', { schema: list })),
      documentWithParameters(query('a', { schema: list, style: 'pipeDelimited', explode: false })),
      ['!query a'],
    ],
    [
      '`explode` of a plain value is not a difference',
      documentWithParameters(query('a')),
      documentWithParameters(query('a', { explode: false })),
      [],
    ],
    [
      'an explicit default style is not a difference',
      documentWithParameters(query('a', { schema: list })),
      documentWithParameters(query('a', { schema: list, style: 'form', explode: true })),
      [],
    ],
    [
      'reserved characters that must now be encoded break callers',
      documentWithParameters(query('a', { allowReserved: true })),
      documentWithParameters(query('a')),
      ['!query a'],
    ],
    [
      'another default breaks callers that omit the value',
      documentWithParameters(query('a', { schema: { ...text, default: 'x' } })),
      documentWithParameters(query('a', { schema: { ...text, default: 'y' } })),
      ['!query a'],
    ],
    [
      'a deprecated parameter does not break callers',
      documentWithParameters(query('a')),
      documentWithParameters(query('a', { deprecated: true })),
      ['query a'],
    ],
    [
      'parameters of a path are equal to parameters of each operation',
      paths({ '/a': { ...get, parameters: [query('x')] } }),
      paths({ '/a': { get: { responses: done, parameters: [query('x')] } } }),
      [],
    ],
  ];
  testEachRow(rows);
});

describe('request bodies', () => {
  const json = { 'application/json': { schema: text } };
  const rows: Row[] = [
    ['an added optional body does not break callers', api({ responses: done }), body(json), ['body']],
    ['an added required body breaks callers', api({ responses: done }), body(json, { required: true }), ['!body']],
    ['a removed body breaks callers', body(json), api({ responses: done }), ['!body']],
    ['a body that becomes required breaks callers', body(json), body(json, { required: true }), ['!body']],
    ['a body that becomes optional does not break callers', body(json, { required: true }), body(json), ['body']],
    ['a removed media type breaks callers', body({ ...json, 'text/plain': {} }), body(json), ['!body text/plain']],
    [
      'an added media type does not break callers',
      body(json),
      body({ ...json, 'text/plain': {} }),
      ['body text/plain'],
    ],
    [
      'a charset parameter is not a difference',
      body(json),
      body({ 'application/json; charset=UTF-8': { schema: text } }),
      [],
    ],
    ['media types are case-insensitive', body(json), body({ 'Application/JSON': { schema: text } }), []],
    [
      'a media range includes its media types',
      body(json),
      body({ 'application/*': { schema: text } }),
      ['body application/*'],
    ],
    ['a removed media range breaks callers', body({ '*/*': { schema: text } }), body(json), ['!body */*']],
  ];
  testEachRow(rows);
});
