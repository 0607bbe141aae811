import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/content/types.js';
import { answering, api, asking, schemas, sending, type Written } from '../documents.js';
import { holdsEach, type Row, sentencesOf } from './told.js';

const text: Written = { type: 'string' };
const query = (name: string, more: Written = {}): Written => ({ name, in: 'query', schema: text, ...more });
const list: Written = { type: 'array', items: text };
const done: Written = { '200': { description: 'OK' } };
const answers = (responses: Written): Json => api({ responses });
const body = (content: Written, more: Written = {}): Json =>
  api({ requestBody: { content, ...more }, responses: done });
const withHeaders = (headers: Written): Json => answers({ '200': { description: 'OK', headers } });
const secured = (security: Json, more: Written = {}): Json =>
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
const paths = (all: Written): Json => ({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: all });
const webhook = (operation: Written): Json => ({
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

describe('answers', () => {
  const json = (schema: Written): Written => ({ description: 'OK', content: { 'application/json': { schema } } });
  const rows: Row[] = [
    ['one more breaks nobody', answers(done), answers({ ...done, '201': { description: '' } }), ['response 201']],
    ['a success less breaks', answers({ ...done, '201': { description: '' } }), answers(done), ['!response 201']],
    ['an error less breaks nobody', answers({ ...done, '404': { description: '' } }), answers(done), ['response 404']],
    ['a range has its statuses', answers({ '200': json(text) }), answers({ '2XX': json(text) }), []],
    [
      'statuses are in the range that was told',
      answers({ '2XX': json(text) }),
      answers({ '200': json(text), '201': json(text) }),
      [],
    ],
    [
      'what is told of any holds for each',
      answers({ '200': json(text) }),
      answers({ default: json({ type: 'integer' }) }),
      ['!response 200 application/json', 'response default'],
    ],
    [
      'a media type less breaks',
      answers({ '200': json(text) }),
      answers({ '200': { description: 'OK' } }),
      ['!response 200 application/json'],
    ],
    [
      'a media type more breaks nobody',
      answers({ '200': { description: 'OK' } }),
      answers({ '200': json(text) }),
      ['response 200 application/json'],
    ],
    ['a header less breaks', withHeaders({ ETag: { schema: text } }), withHeaders({}), ['!response 200 header ETag']],
    [
      'a header more breaks nobody',
      withHeaders({}),
      withHeaders({ ETag: { schema: text } }),
      ['response 200 header ETag'],
    ],
    [
      'a header that may be absent now breaks',
      withHeaders({ ETag: { required: true, schema: text } }),
      withHeaders({ ETag: { schema: text } }),
      ['!response 200 header ETag'],
    ],
    [
      'a header that is always there now breaks nobody',
      withHeaders({ ETag: { schema: text } }),
      withHeaders({ ETag: { required: true, schema: text } }),
      ['response 200 header ETag'],
    ],
    [
      'headers are the same in any case',
      withHeaders({ ETag: { schema: text } }),
      withHeaders({ etag: { schema: text } }),
      [],
    ],
    [
      'other words break nobody',
      answers({ '200': { description: 'A' } }),
      answers({ '200': { description: 'B' } }),
      ['response 200'],
    ],
    [
      'one that is referred to is the same',
      answers({ '200': json(text) }),
      api(
        { responses: { '200': { $ref: '#/components/responses/Text' } } },
        { components: { responses: { Text: json(text) } } },
      ),
      [],
    ],
  ];
  holdsEach(rows);
});

describe('credentials', () => {
  const rows: Row[] = [
    ['one where none was needed breaks', secured([]), secured([{ token: [] }]), ['!security']],
    ['one that is no longer needed breaks nobody', secured([{ token: [] }]), secured([]), ['security']],
    ['one more way breaks nobody', secured([{ token: [] }]), secured([{ token: [] }, { key: [] }]), ['security']],
    ['one way less breaks', secured([{ token: [] }, { key: [] }]), secured([{ token: [] }]), ['!security']],
    [
      'two at once where one was enough break',
      secured([{ token: [] }]),
      secured([{ token: [], key: [] }]),
      ['!security'],
    ],
    ['one more scope breaks', secured([{ login: ['read'] }]), secured([{ login: ['read', 'write'] }]), ['!security']],
    [
      'one scope less breaks nobody',
      secured([{ login: ['read', 'write'] }]),
      secured([{ login: ['read'] }]),
      ['security'],
    ],
    ['no credential beside another way lets anybody in', secured([{}, { token: [] }]), secured([]), []],
    [
      'another name of the same scheme is the same',
      secured([{ token: [] }]),
      secured([{ other: [] }], { other: { type: 'http', scheme: 'bearer' } }),
      [],
    ],
    [
      'another place of a key breaks',
      secured([{ key: [] }]),
      secured([{ key: [] }], { key: { type: 'apiKey', in: 'query', name: 'X-Key' } }),
      ['!security'],
    ],
  ];
  holdsEach(rows);
});

describe('servers', () => {
  const region = (...values: string[]): Written => ({
    url: 'https://{region}.pets.test/',
    variables: { region: { default: values[0]!, enum: values } },
  });
  const rows: Row[] = [
    [
      'another address breaks',
      at({ url: 'https://a.test' }),
      at({ url: 'https://b.test' }),
      ['!server https://a.test', 'server https://b.test'],
    ],
    [
      'one more breaks nobody',
      at({ url: 'https://a.test' }),
      at({ url: 'https://a.test' }, { url: 'https://b.test' }),
      ['server https://b.test'],
    ],
    ['a slash at the end makes no other', at({ url: 'https://a.test/v1' }), at({ url: 'https://a.test/v1/' }), []],
    [
      'in another order they are the same',
      at({ url: 'https://a.test' }, { url: 'https://b.test' }),
      at({ url: 'https://b.test' }, { url: 'https://a.test' }),
      [],
    ],
    ['a value of a variable less breaks', at(region('eu', 'us')), at(region('eu')), ['!server https://us.pets.test']],
    ['another default of a variable is the same address', at(region('eu', 'us')), at(region('us', 'eu')), []],
  ];
  holdsEach(rows);
});

describe('webhooks and callbacks, whose requests callers get', () => {
  const needed = { type: 'object', properties: { a: text }, required: ['a'] };
  const optional = { type: 'object', properties: { a: text } };
  const rows: Row[] = [
    ['a property that is always there now breaks nobody', hook(optional), hook(needed), ['body application/json /a']],
    ['a property that may be absent now breaks', hook(needed), hook(optional), ['!body application/json /a']],
    ['a value more breaks', hook({ enum: ['a'] }), hook({ enum: ['a', 'b'] }), ['!body application/json']],
    ['a value less breaks nobody', hook({ enum: ['a', 'b'] }), hook({ enum: ['a'] }), ['body application/json']],
    ['another media type breaks', hook(text), hook(text, 'text/xml'), ['body application/json', '!body text/xml']],
    [
      'one less breaks',
      webhook({ responses: done }),
      { ...(webhook({}) as Written), webhooks: {} },
      ['!post born removed'],
    ],
    [
      'an answer that is no longer understood breaks',
      webhook({ responses: { ...done, '410': { description: '' } } }),
      webhook({ responses: done }),
      ['!response 410'],
    ],
    [
      'a required parameter more breaks nobody',
      webhook({ responses: done }),
      webhook({ responses: done, parameters: [query('a', { required: true })] }),
      ['query a'],
    ],
    [
      'a property that a callback may lack now breaks',
      callback(needed),
      callback(optional),
      ['!callback done post {$request.query.url} body a/b /a'],
    ],
    ['a callback less breaks', callback(text), api({ responses: done }), ['!callback done post {$request.query.url}']],
    [
      'a callback more breaks nobody',
      api({ responses: done }),
      callback(text),
      ['callback done post {$request.query.url}'],
    ],
  ];
  holdsEach(rows);
});

describe('Swagger 2.0', () => {
  const swagger = (operation: Written, more: Written = {}): Json => ({
    swagger: '2.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { post: operation } },
    ...more,
  });
  const field = (more: Written = {}): Written => ({ name: 'a', in: 'formData', type: 'string', ...more });
  const rows: Row[] = [
    [
      'a field of a form that is required now breaks',
      swagger({ parameters: [field(), field({ name: 'b', required: true })] }),
      swagger({ parameters: [field({ required: true }), field({ name: 'b', required: true })] }),
      ['!body application/x-www-form-urlencoded /a'],
    ],
    [
      'a list that is written in another way breaks',
      swagger({ parameters: [{ name: 'a', in: 'query', type: 'array', items: text }] }),
      swagger({ parameters: [{ name: 'a', in: 'query', type: 'array', items: text, collectionFormat: 'multi' }] }),
      ['!query a'],
    ],
    [
      'another host breaks',
      swagger({}, { host: 'a.test', basePath: '/v1' }),
      swagger({}, { host: 'b.test', basePath: '/v1' }),
      ['!server https://a.test/v1', 'server https://b.test/v1'],
    ],
    [
      'a media type of all operations less breaks',
      swagger({ responses: { '200': { schema: text } } }, { produces: ['a/b', 'c/d'] }),
      swagger({ responses: { '200': { schema: text } } }, { produces: ['a/b'] }),
      ['!response 200 c/d'],
    ],
    [
      'the same in the words of OpenAPI 3 is the same',
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
  holdsEach(rows);
});

it('a difference is a sentence with what was and what is', () => {
  const before = sending({
    type: 'object',
    properties: { a: { type: 'string', maxLength: 9 }, b: { enum: ['x', 'y'] } },
  });
  const after = sending({
    type: 'object',
    properties: { a: { type: 'integer' }, b: { enum: ['y', 'z'] } },
    required: ['b'],
  });
  expect(sentencesOf(before, after)).toEqual([
    '!body application/json /b: the property might be absent and is required now',
    '!body application/json /a: the type was string and is integer',
    '!body application/json /b: "x" is no longer taken',
    'body application/json /b: "z" is a new value',
  ]);
  expect(sentencesOf(answering({ type: 'integer', maximum: 5 }), answering({ type: 'integer', maximum: 7 }))).toEqual([
    '!response 200 application/json: maximum was 5 and is 7',
  ]);
  expect(sentencesOf(secured([{ login: ['read'] }]), secured([{ login: ['read', 'write'] }]))).toEqual([
    '!security: oauth2 (read) was enough, oauth2 (read, write) is needed now',
  ]);
});
