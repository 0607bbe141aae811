import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';
import { withinBounds } from '../../../support/cost.js';
import { api, documentWithResponseSchema, type JsonObject } from '../documents.js';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const many = (count: number, make: (index: number) => [string, Json]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));
const list = (count: number, make: (index: number) => Json): Json[] =>
  Array.from({ length: count }, (_, index) => make(index));
const schemas = (all: JsonObject): JsonObject => ({ components: { schemas: all } });

/** Returns one schema of a chain. The last schema has the word as its title, the others have the given members. */
const link = (isLast: boolean, word: string, more: JsonObject): JsonObject => (isLast ? { title: word } : more);

/**
 * Documents that are built from a word, so that two versions differ. `isComplete` is the expected value in the diff; it
 * is false if the documents exceed a limit of the comparison.
 */
const documents: readonly (readonly [title: string, isComplete: boolean, make: (word: string) => Json])[] = [
  [
    '20,000 enum values that are all replaced',
    true,
    (word) => documentWithResponseSchema({ enum: list(20_000, (index) => word + index) }),
  ],
  [
    '20,000 properties that are all replaced',
    true,
    (word) => documentWithResponseSchema({ properties: many(20_000, (index) => [word + index, {}]) }),
  ],
  [
    '20,000 name patterns that are all replaced',
    true,
    (word) => documentWithResponseSchema({ patternProperties: many(20_000, (index) => [word + index, {}]) }),
  ],
  [
    '20,000 variants that are all replaced',
    true,
    (word) => documentWithResponseSchema({ oneOf: list(20_000, (index) => ({ properties: { [word + index]: {} } })) }),
  ],
  [
    'a chain of 10,000 references',
    true,
    (word) =>
      documentWithResponseSchema(
        ref('S0'),
        schemas(many(10_000, (at) => [`S${at}`, link(at === 9999, word, { properties: { next: ref(`S${at + 1}`) } })])),
      ),
  ],
  [
    'a chain of 100,000 references, each alone in `allOf`',
    false,
    (word) =>
      documentWithResponseSchema(
        ref('S0'),
        schemas(many(100_000, (at) => [`S${at}`, link(at === 99_999, word, { allOf: [ref(`S${at + 1}`)] })])),
      ),
  ],
  [
    'schemas that all refer to one another',
    false,
    (word) =>
      documentWithResponseSchema(
        ref('S0'),
        schemas(
          many(300, (at) => [`S${at}`, { title: word, properties: many(300, (to) => [`p${to}`, ref(`S${to}`)]) }]),
        ),
      ),
  ],
  [
    'a chain of nested `oneOf` choices',
    false,
    (word) =>
      documentWithResponseSchema(
        ref('U0'),
        schemas(
          many(2000, (at) => [
            `U${at}`,
            { title: word, oneOf: [ref(`U${at + 1}`), ref(`U${at + 2}`), { title: word + at }] },
          ]),
        ),
      ),
  ],
  [
    'schemas that combine other schemas with `allOf`',
    false,
    (word) =>
      documentWithResponseSchema(
        ref('A0'),
        schemas(
          many(200, (at) => [
            `A${at}`,
            {
              title: word,
              allOf: list(5, (offset) => ref(`A${(at * 7 + offset * 31 + 1) % 200}`)),
              properties: many(5, (offset) => [`p${offset}`, ref(`A${(at * 13 + offset * 17) % 200}`)]),
            },
          ]),
        ),
      ),
  ],
  [
    'nested names of up to 100,000 characters',
    true,
    (word) =>
      documentWithResponseSchema(
        list(20, (at) => `${at}`.repeat(50_000)).reduce<JsonObject>(
          (inner, name) => ({ properties: { [name as string]: inner }, title: 'x'.repeat(100_000) + word }),
          { pattern: word + 'x'.repeat(100_000), format: word + 'y'.repeat(100_000) },
        ),
      ),
  ],
  [
    'more `allOf` parts than the comparison reads',
    false,
    (word) => documentWithResponseSchema({ allOf: list(600, (at) => ({ title: word + at })) }),
  ],
  [
    '90 levels of `not`',
    true,
    (word) =>
      documentWithResponseSchema(list(90, () => null).reduce<Json>((inner) => ({ not: inner }), { const: word })),
  ],
  [
    '`not` in a reference cycle',
    true,
    (word) =>
      documentWithResponseSchema(ref('N'), schemas({ N: { title: word, not: { anyOf: [ref('N'), ref('N')] } } })),
  ],
  [
    'references to references in a cycle',
    true,
    (word) =>
      documentWithResponseSchema(
        { title: word, allOf: [ref('A')] },
        schemas({ A: ref('B'), B: ref('C'), C: ref('A') }),
      ),
  ],
  [
    'callbacks in callbacks in a cycle',
    true,
    (word) =>
      api({
        summary: word,
        responses: {},
        callbacks: { a: { $ref: '#/paths/~1pets/post/callbacks/b' }, b: { '/x': { $ref: '#/paths/~1pets' } } },
      }),
  ],
  [
    '5,000 operations that share one response of 5,000 headers and properties',
    false,
    (word) => ({
      ...(api({}) as JsonObject),
      paths: many(5000, (at) => [`/a${at}`, { get: { responses: { '200': { $ref: '#/components/responses/R' } } } }]),
      components: {
        responses: {
          R: {
            description: '',
            headers: many(5000, (at) => [`h${at}`, { schema: { title: word } }]),
            content: { 'a/b': { schema: { properties: many(5000, (at) => [`p${at}`, { title: word }]) } } },
          },
        },
      },
    }),
  ],
];

describe('comparing hostile documents', () => {
  it.each(documents)('stays within 15 s of CPU and 500 MB: %s', async (_, isComplete, make) => {
    const [before, after] = [make('one'), make('other')];
    const diff = await withinBounds({ cpu: 15, megabytes: 500 }, () => diffDocuments(before, after));
    expect(diff.isComplete).toBe(isComplete);
    for (const { details } of [...diff.operations, ...diff.schemas]) {
      expect(details.length).toBeLessThanOrEqual(201);
      for (const { at, message } of details) expect(at.length + message.length).toBeLessThan(2000);
    }
    expect(diffDocuments(before, before)).toEqual({ operations: [], schemas: [], isComplete: true });
  });

  it('finds no schema differences in values that are not OpenAPI documents', () => {
    const odd: Json[] = [null, 1, 'a', [], {}, { paths: [] }, { paths: { '/a': 1 } }, { paths: { '/a': { get: [] } } }];
    for (const one of odd) for (const other of odd) expect(diffDocuments(one, other).schemas).toEqual([]);
  });

  it('lists at most 200 differences and a notice, and includes the breaking ones', () => {
    const properties = many(1000, (at) => [`p${at}`, { title: 'one' }]);
    const later = { ...many(1000, (at) => [`p${at}`, { title: 'other' }]), p999: { title: 'other', type: 'string' } };
    const { operations } = diffDocuments(
      documentWithResponseSchema({ properties: { ...properties, p999: {} } }),
      documentWithResponseSchema({ properties: later }),
    );
    const [{ details }] = operations as [(typeof operations)[0]];
    expect(details).toHaveLength(201);
    expect(details.at(-1)).toMatchObject({ message: 'there are more differences than are listed' });
    const sent = diffDocuments(api(asBody({ properties })), api(asBody({ properties: { ...later } })));
    expect(sent.operations[0]).toMatchObject({ isBreaking: true });
    expect(sent.operations[0]!.details.filter(({ isBreaking }) => isBreaking)).toEqual([
      { at: 'body a/b /p999', message: 'the type was any and is string', isBreaking: true },
    ]);
  });
});

function asBody(schema: JsonObject): JsonObject {
  return { requestBody: { content: { 'a/b': { schema } } }, responses: {} };
}
