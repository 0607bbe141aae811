import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../src/engine/openapi/texts/read-document.js';
import { readSharedText } from '../../../support/shared-data.js';

const read = (text: string): any => readDocument(Buffer.from(text));
const contentOf = (text: string): any => read(text).content;

/** Returns a YAML document with the given content after `info`. */
const yaml = (rest: string, info = 'info: {title: Things, version: "1"}') => `openapi: 3.1.0\n${info}\n${rest}`;

/** Returns the 200 response of a document with merge keys. */
const merging = (anchors: string, response: string) =>
  contentOf(yaml(`${anchors}\npaths: {/a: {get: {responses: {"200": ${response}}}}}`)).paths['/a'].get.responses['200'];

describe('merge keys', () => {
  const common = 'x-one: &one {description: one, headers: {A: {}}}\nx-two: &two {description: two, content: {}}';

  it.each([
    ['copy the members of a map', '{<<: *one}', { description: 'one', headers: { A: {} } }],
    [
      'copy the members of a list of maps; the first map wins',
      '{<<: [*two, *one]}',
      { description: 'two', content: {}, headers: { A: {} } },
    ],
    ['do not override members before them', '{description: own, <<: *two}', { description: 'own', content: {} }],
    ['do not override members after them', '{<<: *two, description: own}', { description: 'own', content: {} }],
    ['copy an inline map', '{<<: {description: here}}', { description: 'here' }],
    ['are plain members if they are quoted', '{"<<": *two}', { '<<': { description: 'two', content: {} } }],
  ])('%s', (_title, response, expected) => {
    expect(merging(common, response)).toEqual(expected);
  });

  it('copy maps that contain merge keys themselves', () => {
    const chain = `${common}\nx-three: &three {<<: *two, x-a: 1}\nx-four: &four {<<: *three, description: four}`;
    expect(merging(chain, '{<<: *four}')).toEqual({ description: 'four', content: {}, 'x-a': 1 });
  });

  it('are refused if the value is not a map, or if they expand without limit', () => {
    const bomb = Array.from({ length: 60 }, (_, at) => `x-${at + 1}: &a${at + 1} {p: {<<: *a${at}}, q: {<<: *a${at}}}`);
    expect(() => contentOf(yaml('paths: {}\nx-a: {<<: 5}'))).toThrow('`<<` must be a map, or a list of maps');
    expect(() => contentOf(yaml(`paths: {}\nx-0: &a0 {x: 1}\n${bomb.join('\n')}`))).toThrow(/aliases|values/);
  });

  const spec = readSharedText('inputs/28-openapi-yaml-merge-key/spec.yaml');
  it.skipIf(spec === null)(
    `copy a response of a real document${spec === null ? ' (skipped: the shared data is absent)' : ''}`,
    () => {
      const response = contentOf(spec!).paths['/things'].get.responses['200'];
      expect(response).toEqual({ description: 'ok', headers: { 'X-A': { schema: { type: 'string' } } } });
    },
  );
});

describe('a non-text value where the specification requires text', () => {
  it.each([
    ['1.0', '1.0'],
    ['2024', '2024'],
    ['1e3', '1e3'],
    ['0x10', '0x10'],
    ['true', 'true'],
    ['~', '~'],
  ])('is read as its source text in YAML: %s', (written, expected) => {
    const { content, notices } = read(yaml('paths: {}', `info: {title: T, version: ${written}}`));
    expect(content.info.version).toBe(expected);
    expect(notices).toEqual([
      { message: `/info/version: this must be a text (got ${written}); it is read as "${expected}"` },
    ]);
  });

  it('keeps the text of a date, without a notice', () => {
    const { content, notices } = read(yaml('paths: {}', 'info: {title: T, version: 2024-01-01}'));
    expect([content.info.version, notices]).toEqual(['2024-01-01', []]);
  });

  it('is read as its source text in JSON', () => {
    const { content, notices, openapi } = read('{"swagger":2.0,"info":{"title":1.50,"version":true},"paths":{}}');
    expect([openapi, content.info]).toEqual(['2.0', { title: '1.50', version: 'true' }]);
    expect(notices).toHaveLength(3);
  });

  it('is read as its source text in each kind of object', () => {
    const { content, notices } = read(
      yaml(`x-a: &a {description: 1.10, schema: {type: string, enum: [1.0, a], default: 2.0, title: 3}}
tags: [{name: 7, description: 8}]
paths:
  /a:
    summary: 1
    query: {responses: {200: {description: 5, links: {l: {operationId: 6}}}}}
    post:
      operationId: 9
      tags: [1, x]
      parameters: [{name: 5, in: query, <<: *a}]
      requestBody: {content: {a/b: {schema: {properties: {title: {description: 4}, description: {type: [string, null]}}}}}}
      callbacks: {done: {'{$url}': {post: {summary: 3}}}}
security: [{}]`),
    );
    const item = content.paths['/a'];
    const { post } = item;
    expect(content.tags).toEqual([{ name: '7', description: '8' }]);
    expect([item.summary, item.query.responses['200'].description]).toEqual(['1', '5']);
    expect(item.query.responses['200'].links.l.operationId).toBe('6');
    expect([post.operationId, post.tags, post.callbacks.done['{$url}'].post.summary]).toEqual(['9', ['1', 'x'], '3']);
    expect(post.parameters[0]).toEqual({
      name: '5',
      in: 'query',
      description: '1.10',
      schema: { type: 'string', enum: ['1.0', 'a'], default: '2.0', title: '3' },
    });
    const { properties } = post.requestBody.content['a/b'].schema;
    expect(properties).toEqual({ title: { description: '4' }, description: { type: ['string', 'null'] } });
    expect(content['x-a'].description).toBe(1.1);
    expect(notices).toHaveLength(15);
  });

  it('stays a number where a number is valid, and null where the text is optional', () => {
    const text = yaml('paths: {}\ncomponents: {schemas: {A: {description: ~, example: 1.0, enum: [1.0], minimum: 1}}}');
    const { content, notices } = read(text);
    expect(content.components.schemas.A).toEqual({ description: null, example: 1, enum: [1], minimum: 1 });
    expect(notices).toEqual([]);
  });

  it('is reported in at most 20 notices', () => {
    const tags = Array.from({ length: 2000 }, (_, at) => `{name: ${at}.0}`).join();
    const { content, notices } = read(yaml(`paths: {}\ntags: [${tags}]`));
    expect([content.tags[999].name, content.tags[1999].name]).toEqual(['999.0', '1999']);
    expect(notices).toHaveLength(20);
    expect(notices.at(-1).message).toBe('1981 more values that must be texts are read as written');
  });

  it('is an error if it is empty', () => {
    expect(() => read(yaml('paths: {}', 'info: {title: T, version: }'))).toThrow('/info/version: this must be a text');
  });

  const spec = readSharedText('inputs/26-openapi-version-unquoted/spec.yaml');
  it.skipIf(spec === null)(
    `is read as text in a real document${spec === null ? ' (skipped: the shared data is absent)' : ''}`,
    () => {
      expect(contentOf(spec!).info.version).toBe('1.0');
    },
  );
});

describe('YAML tags', () => {
  it.each([
    ['!!binary aGVsbG8=', 'aGVsbG8='],
    ['!!timestamp 2024-01-01', '2024-01-01'],
    ['!!set {a, b}', { a: null, b: null }],
    ['!!omap [a: 1]', [{ a: 1 }]],
    ['!!str 5', '5'],
    ['!other 5', '5'],
  ])('do not change a value: %s', (written, expected) => {
    expect(contentOf(yaml(`paths: {}\nx-a: ${written}`))['x-a']).toEqual(expected);
  });
});

describe('OpenAPI 3.2', () => {
  it('is read with its members', () => {
    const text = `openapi: 3.2.0
$self: https://a.test/openapi.yaml
info: {title: T, version: "1"}
tags: [{name: a, parent: b, kind: nav, summary: A}]
paths:
  /a:
    query: {responses: {"200": {summary: all}}}
    additionalOperations: {COPY: {responses: {"200": {content: {application/jsonl: {itemSchema: {type: string}}}}}}}`;
    expect(read(text)).toMatchObject({ openapi: '3.2.0', title: 'T', notices: [] });
    expect(() => read('openapi: 3.3.0\ninfo: {title: T, version: "1"}\npaths: {}')).toThrow('OpenAPI 3.0, 3.1 or 3.2');
  });
});
