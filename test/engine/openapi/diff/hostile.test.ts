import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';
import { withinBounds } from '../../../support/cost.js';
import { answering, api, type Written } from '../documents.js';

const ref = (name: string): Written => ({ $ref: `#/components/schemas/${name}` });
const many = (count: number, make: (index: number) => [string, Json]): Written =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));
const list = (count: number, make: (index: number) => Json): Json[] =>
  Array.from({ length: count }, (_, index) => make(index));
const schemas = (all: Written): Written => ({ components: { schemas: all } });

/** A schema of a chain, whose last one has the word. */
const link = (isLast: boolean, word: string, more: Written): Written => (isLast ? { title: word } : more);

/** Documents that differ by a word: what is told of them, and whether they are compared to their end. */
const documents: readonly (readonly [title: string, isComplete: boolean, make: (word: string) => Json])[] = [
  ['20,000 values of which none is left', true, (word) => answering({ enum: list(20_000, (index) => word + index) })],
  [
    '20,000 properties of which none is left',
    true,
    (word) => answering({ properties: many(20_000, (index) => [word + index, {}]) }),
  ],
  [
    '20,000 patterns of names',
    true,
    (word) => answering({ patternProperties: many(20_000, (index) => [word + index, {}]) }),
  ],
  [
    '20,000 variants that are others',
    true,
    (word) => answering({ oneOf: list(20_000, (index) => ({ properties: { [word + index]: {} } })) }),
  ],
  [
    'a chain of 10,000 references',
    true,
    (word) =>
      answering(
        ref('S0'),
        schemas(many(10_000, (at) => [`S${at}`, link(at === 9999, word, { properties: { next: ref(`S${at + 1}`) } })])),
      ),
  ],
  [
    'a chain of 100,000 references, each alone in `allOf`',
    false,
    (word) =>
      answering(
        ref('S0'),
        schemas(many(100_000, (at) => [`S${at}`, link(at === 99_999, word, { allOf: [ref(`S${at + 1}`)] })])),
      ),
  ],
  [
    'schemas that all have one another',
    false,
    (word) =>
      answering(
        ref('S0'),
        schemas(
          many(300, (at) => [`S${at}`, { title: word, properties: many(300, (to) => [`p${to}`, ref(`S${to}`)]) }]),
        ),
      ),
  ],
  [
    'choices of choices of choices',
    false,
    (word) =>
      answering(
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
    'what is made of all combinations of others',
    false,
    (word) =>
      answering(
        ref('A0'),
        schemas(
          many(200, (at) => [
            `A${at}`,
            {
              title: word,
              allOf: list(5, (turn) => ref(`A${(at * 7 + turn * 31 + 1) % 200}`)),
              properties: many(5, (turn) => [`p${turn}`, ref(`A${(at * 13 + turn * 17) % 200}`)]),
            },
          ]),
        ),
      ),
  ],
  [
    'names of 100,000 characters in one another',
    true,
    (word) =>
      answering(
        list(20, (at) => `${at}`.repeat(50_000)).reduce<Written>(
          (inner, name) => ({ properties: { [name as string]: inner }, title: 'x'.repeat(100_000) + word }),
          { pattern: word + 'x'.repeat(100_000), format: word + 'y'.repeat(100_000) },
        ),
      ),
  ],
  ['more parts than are looked at', false, (word) => answering({ allOf: list(600, (at) => ({ title: word + at })) })],
  [
    '90 levels of what is forbidden',
    true,
    (word) => answering(list(90, () => null).reduce<Json>((inner) => ({ not: inner }), { const: word })),
  ],
  [
    'what is forbidden in a circle',
    true,
    (word) => answering(ref('N'), schemas({ N: { title: word, not: { anyOf: [ref('N'), ref('N')] } } })),
  ],
  [
    'references to references in a circle',
    true,
    (word) => answering({ title: word, allOf: [ref('A')] }, schemas({ A: ref('B'), B: ref('C'), C: ref('A') })),
  ],
  [
    'callbacks in callbacks in a circle',
    true,
    (word) =>
      api({
        summary: word,
        responses: {},
        callbacks: { a: { $ref: '#/paths/~1pets/post/callbacks/b' }, b: { '/x': { $ref: '#/paths/~1pets' } } },
      }),
  ],
  [
    '5,000 operations that share one answer of 5,000 headers and properties',
    false,
    (word) => ({
      ...(api({}) as Written),
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

describe('a comparison ends', () => {
  it.each(documents)('of %s', async (_, isComplete, make) => {
    const [before, after] = [make('one'), make('other')];
    const diff = await withinBounds({ cpu: 15, megabytes: 500 }, () => diffDocuments(before, after));
    expect(diff.isComplete).toBe(isComplete);
    for (const { details } of [...diff.operations, ...diff.schemas]) {
      expect(details.length).toBeLessThanOrEqual(201);
      for (const { at, message } of details) expect(at.length + message.length).toBeLessThan(2000);
    }
    expect(diffDocuments(before, before)).toEqual({ operations: [], schemas: [], isComplete: true });
  });

  it('of what is no description of anything, without a difference', () => {
    const odd: Json[] = [null, 1, 'a', [], {}, { paths: [] }, { paths: { '/a': 1 } }, { paths: { '/a': { get: [] } } }];
    for (const one of odd) for (const other of odd) expect(diffDocuments(one, other).schemas).toEqual([]);
  });

  it('where there are more differences than are listed, and those that break callers are among them', () => {
    const properties = many(1000, (at) => [`p${at}`, { title: 'one' }]);
    const later = { ...many(1000, (at) => [`p${at}`, { title: 'other' }]), p999: { title: 'other', type: 'string' } };
    const { operations } = diffDocuments(
      answering({ properties: { ...properties, p999: {} } }),
      answering({ properties: later }),
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

function asBody(schema: Written): Written {
  return { requestBody: { content: { 'a/b': { schema } } }, responses: {} };
}
