import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isMembers, membersOrEmpty } from '../../../../src/engine/base/members.js';
import type { Json } from '../../../../src/engine/base/types.js';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';
import '../../../support/properties.js';
import { documentWithRequestSchema, documentWithResponseSchema, type JsonObject } from '../documents.js';

// Compares the diff with a JSON Schema validator: when a schema no longer accepts an instance, the diff must report a
// breaking change.

const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonObject>(
      {},
      { type: 'string' },
      { type: 'boolean' },
      { type: 'integer' },
      { type: 'number' },
      { type: 'null' },
      { type: ['string', 'null'] },
      { type: ['integer', 'string'] },
    ),
    fc.subarray<Json>([null, 0, 1, 'a', 'b', true], { minLength: 1 }).map((values): JsonObject => ({ enum: values })),
    fc.constantFrom<Json>('a', 1, 1.5).map((value): JsonObject => ({ const: value })),
    fc
      .record(
        { minLength: fc.nat(2), maxLength: fc.integer({ min: 1, max: 2 }), pattern: fc.constantFrom('^a', 'b') },
        { requiredKeys: [] },
      )
      .map((one): JsonObject => ({ type: 'string', ...(one as JsonObject) })),
    fc
      .record(
        {
          type: fc.constantFrom('integer', 'number'),
          minimum: fc.nat(2),
          exclusiveMinimum: fc.nat(2),
          maximum: fc.integer({ min: 1, max: 3 }),
          multipleOf: fc.integer({ min: 1, max: 2 }),
        },
        { requiredKeys: ['type'] },
      )
      .map((one) => one as JsonObject),
    fc
      .record(
        {
          properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')),
          required: fc.subarray(['a', 'b']),
          additionalProperties: tie('schema'),
          minProperties: fc.nat(2),
        },
        { requiredKeys: ['properties'] },
      )
      .map((one): JsonObject => ({ type: 'object', ...(one as JsonObject) })),
    fc
      .record({ items: tie('schema'), maxItems: fc.nat(2), uniqueItems: fc.boolean() }, { requiredKeys: ['items'] })
      .map((one): JsonObject => ({ type: 'array', ...(one as JsonObject) })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf): JsonObject => ({ anyOf })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((allOf): JsonObject => ({ allOf })),
    fc
      .constantFrom<Json>({}, { type: 'string' }, { enum: [null, 1] }, { const: 'a' })
      .map((not): JsonObject => ({ not })),
  ),
}));

const plain: Json[] = [null, true, false, 0, 1, 2, 3, 1.5, -1, '', 'a', 'b', 'ab', 'ba', 'aaa'];
const some: Json[] = [null, 1, 1.5, 'a', 'b', 'ab', true];
const lists: Json[] = [
  [],
  [[]],
  [{}],
  ...some.map((one) => [one]),
  ...some.map((one) => [one, one]),
  [0, 'a'],
  [1, 2, 3],
];
const objects: Json[] = [
  {},
  ...[...some, [], [1], {}].flatMap((a): Json[] => [
    { a },
    { b: a },
    { c: a },
    { a, b: 1 },
    { a, b: 'a' },
    { a, b: 'b', c: 1 },
  ]),
];
const instances: Json[] = [...plain, ...lists, ...objects, ...objects.slice(0, 20).flatMap((a) => [{ a }, [a]])];

const ajv = new Ajv2020({ strict: false, logger: false });

/** Returns the indexes of the instances that a schema accepts. */
function acceptedInstances(written: Json): Set<number> {
  const validate = ajv.compile(written as object | boolean);
  const acceptedIndexes = new Set<number>();
  for (const [index, instance] of instances.entries()) if (validate(instance)) acceptedIndexes.add(index);
  ajv.removeSchema(written as object);
  return acceptedIndexes;
}

/** Returns a schema whose objects allow only declared members, because a correct sender sends no others. */
function withoutUndeclaredMembers(written: Json, isPart = false): Json {
  if (!isMembers(written)) return written;
  const inner: JsonObject = { ...written };
  if (written.properties !== undefined)
    inner.properties = Object.fromEntries(
      Object.entries(membersOrEmpty(written.properties)).map(([name, value]) => [
        name,
        withoutUndeclaredMembers(value),
      ]),
    );
  for (const name of ['items', 'additionalProperties'])
    if (written[name] !== undefined) inner[name] = withoutUndeclaredMembers(written[name]);
  for (const name of ['anyOf', 'allOf'])
    if (Array.isArray(written[name])) inner[name] = written[name].map((one) => withoutUndeclaredMembers(one, true));
  // `additionalProperties: {}` is the same as no `additionalProperties`.
  if (isMembers(inner.additionalProperties) && Object.keys(membersOrEmpty(written.additionalProperties)).length === 0)
    delete inner.additionalProperties;
  return isPart ? inner : { ...inner, unevaluatedProperties: false };
}

const breaks = (before: Json, after: Json): boolean =>
  diffDocuments(before, after).operations.some(({ isBreaking }) => isBreaking);

const missingInstances = (from: Set<number>, to: Set<number>): Json[] =>
  [...from].filter((one) => !to.has(one)).map((one) => instances[one]!);

it('a change breaks senders if it refuses earlier instances, and receivers if it accepts new instances', () => {
  fc.assert(
    fc.property(schema, schema, (before, after) => {
      const refused = missingInstances(acceptedInstances(withoutUndeclaredMembers(before)), acceptedInstances(after));
      if (refused.length > 0)
        expect(
          breaks(documentWithRequestSchema(before), documentWithRequestSchema(after)),
          JSON.stringify(refused[0]),
        ).toBe(true);
      const unknown = missingInstances(acceptedInstances(withoutUndeclaredMembers(after)), acceptedInstances(before));
      if (unknown.length > 0)
        expect(
          breaks(documentWithResponseSchema(before), documentWithResponseSchema(after)),
          JSON.stringify(unknown[0]),
        ).toBe(true);
    }),
    { numRuns: 300 },
  );
});
