import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';
import '../../../support/properties.js';
import { api, type JsonObject } from '../documents.js';
import { differencePositions } from './difference-rows.js';

/** Names of the schemas that generated schemas refer to. These schemas can also refer to one another. */
const names = ['A', 'B', 'C'];
const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => {
  const some = (size: number) => fc.array(tie('schema'), { minLength: 1, maxLength: size });
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<JsonObject>(
        {},
        { type: 'string' },
        { type: ['string', 'null'] },
        { type: 'integer', minimum: 1 },
        { type: 'number', exclusiveMaximum: 9, default: 3 },
        { enum: ['a', 'b', null] },
        { type: 'string', format: 'uuid', pattern: '^a', readOnly: true },
      ),
      fc.constantFrom(...names).map((name): JsonObject => ({ $ref: `#/components/schemas/${name}` })),
      fc
        .record({
          properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')),
          required: fc.subarray(['a', 'b']),
        })
        .map((one): JsonObject => ({ type: 'object', ...one })),
      tie('schema').map((items): JsonObject => ({ type: 'array', items })),
      tie('schema').map((additionalProperties): JsonObject => ({ type: 'object', additionalProperties })),
      some(3).map((oneOf): JsonObject => ({ oneOf })),
      some(2).map((allOf): JsonObject => ({ allOf })),
    ),
  };
});
const parts = fc.record({ sent: schema, got: schema, A: schema, B: schema, C: schema });
type Parts = { sent: Json; got: Json; A: Json; B: Json; C: Json };

function documentOf({ sent, got, ...schemas }: Parts): Json {
  return api(
    {
      requestBody: { content: { 'application/json': { schema: sent } } },
      responses: { '200': { description: '', content: { 'application/json': { schema: got } } } },
    },
    { components: { schemas } },
  );
}

/** Returns a value with the members of its objects and its lists of strings reversed. */
function withReversedMembers(value: Json): Json {
  if (Array.isArray(value)) {
    const items = value.map(withReversedMembers);
    return items.every((item) => typeof item === 'string') ? items.reverse() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, withReversedMembers(inner)])
      .reverse(),
  );
}

/** Replaces each reference with its target. References inside the targets are not replaced. */
function inlined(value: Json, schemas: JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => inlined(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.$ref === 'string') return schemas[value.$ref.split('/').at(-1)!]!;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inlined(inner, schemas)]));
}

it('a document has no differences from itself, in any order of its members', () => {
  fc.assert(
    fc.property(parts, (all) => {
      const document = documentOf(all);
      for (const other of [document, structuredClone(document), withReversedMembers(document)])
        expect(diffDocuments(document, other)).toEqual({ operations: [], schemas: [], isComplete: true });
    }),
    { numRuns: 200 },
  );
});

it('replacing a reference by its target is not a difference of operations', () => {
  fc.assert(
    fc.property(parts, (all) => {
      const { A, B, C } = all;
      const other = { ...all, sent: inlined(all.sent, { A, B, C }), got: inlined(all.got, { A, B, C }) };
      expect(differencePositions(documentOf(all), documentOf(other))).toEqual([]);
      expect(differencePositions(documentOf(other), documentOf(all))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

it('two documents differ in both directions of comparison or in neither', () => {
  fc.assert(
    fc.property(parts, parts, (all, others) => {
      const [one, other] = [documentOf(all), documentOf({ ...all, sent: others.sent })];
      expect(differencePositions(one, other).length > 0).toBe(differencePositions(other, one).length > 0);
    }),
    { numRuns: 200 },
  );
});
