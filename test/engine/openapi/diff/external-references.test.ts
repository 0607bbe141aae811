import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';
import { readSharedText } from '../../../support/shared-data.js';
import { api, documentWithRequestSchema, documentWithResponseSchema, type JsonObject, object } from '../documents.js';

const text: JsonObject = { type: 'string' };
const to = (file: string): JsonObject => ({ $ref: `${file}#/Thing` });
const done: JsonObject = { '200': { description: 'OK' } };
const pets = (item: Json): Json => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': item },
});
const getting = (operation: JsonObject): Json => pets({ get: { responses: done, ...operation } });
const responding = (response: Json): Json => getting({ responses: { '200': response } });
const header = (one: Json): Json => responding({ description: 'OK', headers: { 'X-A': one } });
const example = (one: Json, more: JsonObject = {}): Json =>
  api(
    { responses: { '200': { description: 'OK', content: { 'a/b': { schema: text, examples: { a: one } } } } } },
    more,
  );
const secured = (scheme: Json): Json => ({
  ...(getting({}) as JsonObject),
  components: { securitySchemes: { key: scheme } },
});

/**
 * Returns the positions of the differences. Expects that the comparison is incomplete and reports no breaking change.
 */
function places(before: Json, after: Json): string[] {
  const { operations, schemas, isComplete } = diffDocuments(before, after);
  expect([isComplete, operations.some(({ isBreaking }) => isBreaking)]).toEqual([false, false]);
  expect(schemas.filter(({ isBreaking }) => isBreaking)).toEqual([]);
  return operations.flatMap(({ change, details }) => (change === 'changed' ? details.map(({ at }) => at) : [change]));
}

describe('a reference to another document', () => {
  const parameter = { name: 'a', in: 'query', required: true, schema: text };
  const body = { required: true, content: { 'a/b': { schema: text } } };
  const response = {
    description: 'OK',
    content: { 'a/b': { schema: text } },
    headers: { 'X-A': { required: true, schema: text } },
  };

  it.each<[title: string, of: (one: Json) => Json, inline: Json, at: string[]]>([
    ['a response schema', documentWithResponseSchema, text, ['response 200 application/json']],
    ['a request schema', documentWithRequestSchema, object({ a: text }, ['a']), ['body application/json']],
    [
      'a property',
      (one) => documentWithResponseSchema(object({ a: one })),
      object({ b: text }),
      ['response 200 application/json /a'],
    ],
    [
      'a part of `allOf`',
      (one) => documentWithRequestSchema({ allOf: [one, { minLength: 2 }] }),
      text,
      ['body application/json'],
    ],
    [
      'an item',
      (one) => documentWithResponseSchema({ type: 'array', items: one }),
      text,
      ['response 200 application/json /[]'],
    ],
    [
      'a named schema',
      (one) => documentWithResponseSchema({ $ref: '#/components/schemas/A' }, { components: { schemas: { A: one } } }),
      text,
      ['response 200 application/json'],
    ],
    ['a parameter', (one) => getting({ parameters: [one] }), parameter, ['parameters']],
    [
      'a parameter of a path',
      (one) => pets({ parameters: [one], get: { responses: done } }),
      parameter,
      ['parameters'],
    ],
    ['a body', (one) => api({ requestBody: one, responses: done }), body, ['body']],
    ['a response', responding, response, ['response 200']],
    ['a header', header, { required: true, schema: text }, ['response 200 headers X-A']],
    ['an example', (one) => example(one), { value: 'a' }, ['response 200 a/b examples a']],
    [
      'a named example',
      (one) => example({ $ref: '#/components/examples/A' }, { components: { examples: { A: one } } }),
      { value: 'a' },
      ['response 200 a/b examples a'],
    ],
    ['a callback', (one) => getting({ callbacks: { done: one } }), {}, ['callbacks done']],
    ['a security scheme', secured, { type: 'http', scheme: 'basic' }, []],
  ])('is not compared if it is changed, added or removed: %s', (...[, of, inline, at]) => {
    expect(places(of(to('one.yaml')), of(to('two.yaml')))).toEqual(at);
    expect(places(of(to('one.yaml')), of(to('https://a.test/one.yaml')))).toEqual(at);
    expect(places(of(inline), of(to('one.yaml')))).toEqual(at);
    expect(places(of(to('one.yaml')), of(inline))).toEqual(at);
    const same = diffDocuments(of(to('one.yaml')), of(to('./one.yaml')));
    expect([same.operations, same.isComplete]).toEqual([[], true]);
  });

  it('is not compared if it is changed, added or removed: a path item', () => {
    const inline = pets({ get: { responses: done } });
    expect(places(inline, pets(to('one.yaml')))).toEqual(['path']);
    expect(places(pets(to('one.yaml')), inline)).toEqual(['added']);
    expect(places(pets(to('one.yaml')), pets(to('two.yaml')))).toEqual([]);
    expect(diffDocuments(pets(to('one.yaml')), pets(to('one.yaml'))).isComplete).toBe(true);
  });

  it('is named in the message', () => {
    const { operations } = diffDocuments(
      documentWithResponseSchema(to('one.yaml')),
      documentWithResponseSchema(to('two.yaml')),
    );
    expect(operations[0]?.details[0]?.message).toBe(
      'the reference was one.yaml#/Thing and is two.yaml#/Thing; other documents are not compared',
    );
  });

  it('does not prevent the comparison of the rest of the operation', () => {
    const before = getting({ parameters: [to('one.yaml')], responses: { '200': response, '201': response } });
    const after = getting({ parameters: [to('two.yaml')], responses: { '200': response } });
    const { operations, isComplete } = diffDocuments(before, after);
    expect(operations[0]!.details.map(({ at, isBreaking }) => [at, isBreaking])).toEqual([
      ['parameters', false],
      ['response 201', true],
    ]);
    expect(isComplete).toBe(false);
  });

  const [from, later] = ['from', 'to'].map((name) =>
    readSharedText(`inputs/43-external-reference-changed/${name}.json`),
  );
  it.skipIf(from === null)(
    `is not compared in real documents${from === null ? ' (skipped: the shared data is absent)' : ''}`,
    () => {
      expect(places(JSON.parse(from!), JSON.parse(later!))).toEqual(['response 200 application/json']);
    },
  );
});
