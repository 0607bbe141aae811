import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { answering, api, sending, type Written } from '../documents.js';
import { holdsEach, type Row, sentencesOf } from './told.js';

const text: Written = { type: 'string' };
const done: Written = { '200': { description: 'OK' } };
const answers = (responses: Written): Json => api({ responses });
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
