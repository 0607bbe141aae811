import fc from 'fast-check';
import type { ClaimSchema, ClaimsSchema, PrimitiveSchema } from '../../../src/engine/claims/claims-schema.js';

const description = fc.string({ maxLength: 12 });
/** Names of claims, including hostile ones. */
const name = fc.oneof(
  { weight: 3, arbitrary: fc.string({ minLength: 0, maxLength: 8, unit: 'grapheme' }) },
  fc.constantFrom(
    'plan',
    'is-beta',
    'toString',
    'hasOwnProperty',
    'length',
    'includes',
    'unsigned',
    '0',
    'a b',
    '"',
    '\\',
    'true',
  ),
);

const named = name.filter((given) => !/^(?:__.*|constructor|prototype|unsigned)$/.test(given));

const values = fc.uniqueArray(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('pro', 'C:\\users', '\\x41', 'a"b', "'", 'line\nbreak'),
  ),
  { minLength: 1, maxLength: 4 },
);

const primitive: fc.Arbitrary<PrimitiveSchema> = fc.oneof(
  fc.record({ type: fc.constant('boolean' as const), description }),
  fc.record({ type: fc.constant('string' as const), description, enum: values }),
  fc.record({ type: fc.constant('string' as const), description }),
  fc.record({ type: fc.constant('number' as const), description }),
);

const { claim } = fc.letrec<{ claim: ClaimSchema }>((tie) => ({
  claim: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    primitive,
    fc.record({ type: fc.constant('array' as const), description, items: primitive }),
    fc.record({
      type: fc.constant('object' as const),
      description,
      properties: fc.dictionary(named, tie('claim'), { maxKeys: 3 }),
      additionalProperties: fc.constant(false as const),
    }),
  ),
}));

/** Generates valid claims schemas of sites. */
export const schemas: fc.Arbitrary<ClaimsSchema> = fc
  .record({
    claims: fc.dictionary(named, claim, { maxKeys: 5 }),
    unsigned: fc.option(fc.dictionary(named, claim, { maxKeys: 3 })),
    draft: fc.boolean(),
  })
  .map(({ claims, unsigned, draft }) => ({
    ...(draft && { $schema: 'http://json-schema.org/draft-07/schema#' as const }),
    type: 'object',
    properties: {
      ...claims,
      ...(unsigned && {
        unsigned: {
          type: 'object' as const,
          description: 'Unsigned claims of the site visitor.',
          properties: unsigned,
          additionalProperties: false as const,
        },
      }),
    },
    additionalProperties: false,
  }));
