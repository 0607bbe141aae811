import { describe } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { api, asking, type Written } from '../documents.js';
import { holdsEach, type Row } from './told.js';

const text: Written = { type: 'string' };
const query = (name: string, more: Written = {}): Written => ({ name, in: 'query', schema: text, ...more });
const list: Written = { type: 'array', items: text };
const done: Written = { '200': { description: 'OK' } };
const body = (content: Written, more: Written = {}): Json =>
  api({ requestBody: { content, ...more }, responses: done });
const paths = (all: Written): Json => ({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: all });
const get: Written = { get: { responses: done } };

describe('operations', () => {
  const rows: Row[] = [
    ['one more breaks nobody', paths({ '/a': get }), paths({ '/a': get, '/b': get }), ['get /b added']],
    ['one less breaks its callers', paths({ '/a': get, '/b': get }), paths({ '/a': get }), ['!get /b removed']],
    [
      'another method is another operation',
      paths({ '/a': get }),
      paths({ '/a': { put: { responses: done } } }),
      ['!get /a removed', 'put /a added'],
    ],
    [
      'those of OpenAPI 3.2 are operations as well',
      paths({ '/a': { query: { responses: done }, additionalOperations: { COPY: { responses: done } } } }),
      paths({ '/a': { query: { responses: done, summary: 'a' } } }),
      ['operation', '!copy /a removed'],
    ],
    [
      'items of a sequence are compared as those of a list',
      body({ 'application/jsonl': { itemSchema: text } }),
      body({ 'application/jsonl': { itemSchema: { type: 'integer' } } }),
      ['!body application/jsonl /[]'],
    ],
    ['paths in another order are the same', paths({ '/a': get, '/b': get }), paths({ '/b': get, '/a': get }), []],
    [
      'other names of parameters in the path break nobody',
      paths({ '/a/{id}': get }),
      paths({ '/a/{key}': get }),
      ['operation'],
    ],
    [
      'paths that differ by names alone are two',
      paths({ '/a/{b}': get, '/a/{c}': get }),
      paths({ '/a/{c}': get, '/a/{b}': { put: { responses: done } } }),
      ['!get /a/{b} removed', 'put /a/{b} added'],
    ],
    [
      'one that is deprecated breaks nobody',
      api({ responses: done }),
      api({ responses: done, deprecated: true }),
      ['operation'],
    ],
    [
      'other words break nobody',
      api({ responses: done, summary: 'A' }),
      api({ responses: done, summary: 'B', tags: ['x'] }),
      ['operation', 'operation'],
    ],
  ];
  holdsEach(rows);
});

describe('parameters', () => {
  const rows: Row[] = [
    ['an optional one more breaks nobody', asking(), asking(query('a')), ['query a']],
    ['a required one more breaks', asking(), asking(query('a', { required: true })), ['!query a']],
    ['one less breaks', asking(query('a')), asking(), ['!query a']],
    ['one that is required now breaks', asking(query('a')), asking(query('a', { required: true })), ['!query a']],
    [
      'one that may be absent now breaks nobody',
      asking(query('a', { required: true })),
      asking(query('a')),
      ['query a'],
    ],
    [
      'one elsewhere is another one',
      asking(query('a')),
      asking({ ...query('a'), in: 'header' }),
      ['!query a', 'header a'],
    ],
    [
      'headers are the same in any case',
      asking({ ...query('X-Page'), in: 'header' }),
      asking({ ...query('x-page'), in: 'header' }),
      [],
    ],
    ['names in the query are not', asking(query('Page')), asking(query('page')), ['!query Page', 'query page']],
    [
      'headers that say what they are by themselves count for nothing',
      asking({ ...query('Accept'), in: 'header' }),
      asking(),
      [],
    ],
    ['in another order they are the same', asking(query('a'), query('b')), asking(query('b'), query('a')), []],
    [
      'a value less breaks',
      asking(query('a', { schema: { enum: ['x', 'y'] } })),
      asking(query('a', { schema: { enum: ['x'] } })),
      ['!query a'],
    ],
    [
      'a value more breaks nobody',
      asking(query('a', { schema: { enum: ['x'] } })),
      asking(query('a', { schema: { enum: ['x', 'y'] } })),
      ['query a'],
    ],
    [
      'larger numbers break nobody',
      asking(query('a', { schema: { type: 'integer', format: 'int32' } })),
      asking(query('a', { schema: { type: 'integer', format: 'int64' } })),
      ['query a'],
    ],
    [
      'a list that is no longer repeated breaks',
      asking(query('a', { schema: list })),
      asking(query('a', { schema: list, explode: false })),
      ['!query a'],
    ],
    [
      'a list in another style breaks',
      asking(query('a', { schema: list })),
      asking(query('a', { schema: list, style: 'pipeDelimited', explode: false })),
      ['!query a'],
    ],
    ['a plain value is written the same in each style', asking(query('a')), asking(query('a', { explode: false })), []],
    [
      'the style that holds where none is said is the same',
      asking(query('a', { schema: list })),
      asking(query('a', { schema: list, style: 'form', explode: true })),
      [],
    ],
    [
      'signs that must be encoded now break',
      asking(query('a', { allowReserved: true })),
      asking(query('a')),
      ['!query a'],
    ],
    [
      'another default breaks who leaves it out',
      asking(query('a', { schema: { ...text, default: 'x' } })),
      asking(query('a', { schema: { ...text, default: 'y' } })),
      ['!query a'],
    ],
    ['one that is deprecated breaks nobody', asking(query('a')), asking(query('a', { deprecated: true })), ['query a']],
    [
      'what a path says for all its methods is the same as what each says',
      paths({ '/a': { ...get, parameters: [query('x')] } }),
      paths({ '/a': { get: { responses: done, parameters: [query('x')] } } }),
      [],
    ],
  ];
  holdsEach(rows);
});

describe('bodies', () => {
  const json = { 'application/json': { schema: text } };
  const rows: Row[] = [
    ['an optional one more breaks nobody', api({ responses: done }), body(json), ['body']],
    ['a required one more breaks', api({ responses: done }), body(json, { required: true }), ['!body']],
    ['one less breaks', body(json), api({ responses: done }), ['!body']],
    ['one that is required now breaks', body(json), body(json, { required: true }), ['!body']],
    ['one that may be absent now breaks nobody', body(json, { required: true }), body(json), ['body']],
    ['a media type less breaks', body({ ...json, 'text/plain': {} }), body(json), ['!body text/plain']],
    ['a media type more breaks nobody', body(json), body({ ...json, 'text/plain': {} }), ['body text/plain']],
    [
      'a charset makes no other media type',
      body(json),
      body({ 'application/json; charset=UTF-8': { schema: text } }),
      [],
    ],
    ['media types are the same in any case', body(json), body({ 'Application/JSON': { schema: text } }), []],
    ['a range has its media types', body(json), body({ 'application/*': { schema: text } }), ['body application/*']],
    ['a range less breaks', body({ '*/*': { schema: text } }), body(json), ['!body */*']],
  ];
  holdsEach(rows);
});
