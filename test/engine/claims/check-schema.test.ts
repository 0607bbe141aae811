import { describe, expect, it } from 'vitest';
import { ContentError, type Json } from '../../../src/engine/base/types.js';
import { checkSchema } from '../../../src/engine/claims/check-schema.js';

/** Returns a schema with one claim. */
const withClaim = (claim: Json, name = 'x') => ({
  type: 'object',
  properties: { [name]: claim },
  additionalProperties: false,
});

const kinds: [string, Json][] = [
  ['a boolean', { type: 'boolean', description: 'Beta.' }],
  ['a text of some values', { type: 'string', enum: ['free', 'pro'], description: 'Plan.' }],
  ['a text', { type: 'string', description: 'Name.' }],
  ['a number', { type: 'number', description: 'Seats.' }],
  ['a list of booleans', { type: 'array', description: 'Flags.', items: { type: 'boolean', description: 'Flag.' } }],
  [
    'a list of texts of some values',
    { type: 'array', description: 'Roles.', items: { type: 'string', enum: ['a'], description: 'Role.' } },
  ],
  ['a list of texts', { type: 'array', description: 'Tags.', items: { type: 'string', description: 'Tag.' } }],
  ['a list of numbers', { type: 'array', description: 'Levels.', items: { type: 'number', description: 'Level.' } }],
  [
    'an object',
    {
      type: 'object',
      description: 'Company.',
      properties: { country: { type: 'string', description: 'Country.' } },
      additionalProperties: false,
    },
  ],
  ['an object without claims', { type: 'object', description: '', properties: {}, additionalProperties: false }],
];

const text = { type: 'string', description: '' };
const nested = (depth: number): Json =>
  depth === 1
    ? text
    : { type: 'object', description: '', properties: { a: nested(depth - 1) }, additionalProperties: false };
const schemaWithClaims = (count: number, claim: Json = text) => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, claim])),
  additionalProperties: false,
});
const claimWithEnum = (count: number) => ({ ...text, enum: Array.from({ length: count }, (_, index) => `${index}`) });

describe('the check of a claims schema', () => {
  it.each(kinds)('accepts %s as a claim', (_, claim) => {
    const schema = withClaim(claim);
    expect(checkSchema(schema)).toEqual(schema);
    const named = { ...schema, $schema: 'http://json-schema.org/draft-07/schema#' };
    expect(checkSchema(named)).toEqual(named);
  });

  it('accepts unsigned claims below `unsigned`', () => {
    const properties = Object.fromEntries(kinds);
    const unsigned = {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties,
      additionalProperties: false,
    };
    expect(checkSchema(withClaim(unsigned, 'unsigned'))).toEqual(withClaim(unsigned, 'unsigned'));
  });

  it.each<[Json, string, string]>([
    [null, '`jsonSchema` must be an object (got null)', 'jsonSchema'],
    [[], '`jsonSchema` must be an object (got [])', 'jsonSchema'],
    [
      { ...schemaWithClaims(0), $schema: 'https://json-schema.org/draft/2020-12/schema' },
      '`jsonSchema` at `/$schema` must be "http://json-schema.org/draft-07/schema#" (got "https://json-schema.org/draft/2020-12/schema")',
      'jsonSchema/$schema',
    ],
    [
      { ...schemaWithClaims(0), type: 'array' },
      '`jsonSchema` at `/type` must be "object" (got "array")',
      'jsonSchema/type',
    ],
    [
      { type: 'object', properties: {} },
      '`jsonSchema` at `/additionalProperties` must be there (got nothing)',
      'jsonSchema/additionalProperties',
    ],
    [
      { ...schemaWithClaims(0), additionalProperties: true },
      '`jsonSchema` at `/additionalProperties` must be false (got true)',
      'jsonSchema/additionalProperties',
    ],
    [
      { ...schemaWithClaims(0), required: [] },
      '`jsonSchema` at `/required` must not be there: the member is unknown (got [])',
      'jsonSchema/required',
    ],
    [
      { ...schemaWithClaims(0), properties: [] },
      '`jsonSchema` at `/properties` must be an object (got [])',
      'jsonSchema/properties',
    ],
    [withClaim(true), '`jsonSchema` at `/properties/x` must be an object (got true)', 'jsonSchema/properties/x'],
    [
      withClaim({ type: 'integer', description: '' }),
      '`jsonSchema` at `/properties/x/type` must be one of "boolean", "string", "number", "array", "object" (got "integer")',
      'jsonSchema/properties/x/type',
    ],
    [
      withClaim({ type: ['string'], description: '' }),
      '`jsonSchema` at `/properties/x/type` must be one of "boolean", "string", "number", "array", "object" (got ["string"])',
      'jsonSchema/properties/x/type',
    ],
    [
      withClaim({ type: 'toString', description: '' }),
      '`jsonSchema` at `/properties/x/type` must be one of "boolean", "string", "number", "array", "object" (got "toString")',
      'jsonSchema/properties/x/type',
    ],
    [
      withClaim({ type: 'boolean' }),
      '`jsonSchema` at `/properties/x/description` must be there (got nothing)',
      'jsonSchema/properties/x/description',
    ],
    [
      withClaim({ type: 'boolean', description: 5 }),
      '`jsonSchema` at `/properties/x/description` must be a string (got 5)',
      'jsonSchema/properties/x/description',
    ],
    [
      withClaim({ ...text, pattern: '(a+)+$' }),
      '`jsonSchema` at `/properties/x/pattern` must not be there: the member is unknown (got "(a+)+$")',
      'jsonSchema/properties/x/pattern',
    ],
    [
      withClaim({ $ref: 'https://evil.test/' }),
      '`jsonSchema` at `/properties/x/type` must be there (got nothing)',
      'jsonSchema/properties/x/type',
    ],
    [
      withClaim({ type: 'number', description: '', enum: [1] }),
      '`jsonSchema` at `/properties/x/enum` must not be there: the member is unknown (got [1])',
      'jsonSchema/properties/x/enum',
    ],
    [
      withClaim({ ...text, enum: 'pro' }),
      '`jsonSchema` at `/properties/x/enum` must be an array (got "pro")',
      'jsonSchema/properties/x/enum',
    ],
    [
      withClaim({ ...text, enum: ['pro', 1] }),
      '`jsonSchema` at `/properties/x/enum/1` must be a string (got 1)',
      'jsonSchema/properties/x/enum/1',
    ],
    [
      withClaim({ type: 'array', description: '' }),
      '`jsonSchema` at `/properties/x/items` must be there (got nothing)',
      'jsonSchema/properties/x/items',
    ],
    [
      withClaim({ type: 'array', description: '', items: nested(2) }),
      '`jsonSchema` at `/properties/x/items/type` must be one of "boolean", "string", "number" (got "object")',
      'jsonSchema/properties/x/items/type',
    ],
    [
      withClaim({ type: 'object', description: '', properties: {}, additionalProperties: {} }),
      '`jsonSchema` at `/properties/x/additionalProperties` must be false (got {})',
      'jsonSchema/properties/x/additionalProperties',
    ],
    [
      withClaim(text, 'unsigned'),
      '`jsonSchema` at `/properties/unsigned/properties` must be there (got nothing)',
      'jsonSchema/properties/unsigned/properties',
    ],
    [
      withClaim({ ...(nested(2) as object), description: 'Mine.' }, 'unsigned'),
      '`jsonSchema` at `/properties/unsigned/description` must be "Unsigned claims of the site visitor." (got "Mine.")',
      'jsonSchema/properties/unsigned/description',
    ],
    [
      withClaim(5, 'a/b~c'),
      '`jsonSchema` at `/properties/a~1b~0c` must be an object (got 5)',
      'jsonSchema/properties/a~1b~0c',
    ],
    [
      withClaim(text, 'constructor'),
      '`jsonSchema` at `/properties/constructor` must not have this name (got "constructor")',
      'jsonSchema/properties/constructor',
    ],
    [
      JSON.parse('{"type":"object","properties":{"__proto__":{}},"additionalProperties":false}'),
      '`jsonSchema` at `/properties/__proto__` must not have this name (got "__proto__")',
      'jsonSchema/properties/__proto__',
    ],
    [
      withClaim({ type: 'object', description: '', properties: { prototype: text }, additionalProperties: false }),
      '`jsonSchema` at `/properties/x/properties/prototype` must not have this name (got "prototype")',
      'jsonSchema/properties/x/properties/prototype',
    ],
  ])('refuses %j: %s', (schema, message, pointer) => {
    expect(() => checkSchema(schema)).toThrow(new ContentError(message, pointer));
  });

  it.each<[string, { most: Json; more: Json; message: string }]>([
    [
      '10 levels of nested claims',
      { most: withClaim(nested(10)), more: withClaim(nested(11)), message: 'must nest at most 10 claims (got 11)' },
    ],
    [
      '500 claims',
      {
        most: schemaWithClaims(500),
        more: schemaWithClaims(501),
        message: '`/properties/c500` must have at most 500 claims (got more)',
      },
    ],
    [
      '1,000 enum values',
      {
        most: withClaim(claimWithEnum(1000)),
        more: schemaWithClaims(2, claimWithEnum(501)),
        message: '`/properties/c1/enum` must have at most 1000 values in enums (got more)',
      },
    ],
    [
      '64 KiB',
      {
        most: withClaim({ ...text, description: 'ä'.repeat(32_718) }),
        more: withClaim({ ...text, description: 'ä'.repeat(32_719) }),
        message: '`jsonSchema` must be at most 65536 bytes (got 65538)',
      },
    ],
  ])('accepts %s, and refuses more than that', (_, { most, more, message }) => {
    expect(checkSchema(most)).toBe(most);
    expect(() => checkSchema(more)).toThrow(message);
  });
});
