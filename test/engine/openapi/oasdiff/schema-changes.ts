import type { Json } from '../../../../src/engine/base/types.js';
import { type JsonObject, object } from '../documents.js';

/** A schema before and after a change. */
export type Change = readonly [before: Json, after: Json];

const text: JsonObject = { type: 'string' };
const whole: JsonObject = { type: 'integer' };
const number: JsonObject = { type: 'number' };
const list: JsonObject = { type: 'array', items: text };
const past = { deprecated: true, 'x-sunset': '2026-06-14' };
const ahead = { deprecated: true, 'x-sunset': '2026-06-16' };
const one = object({ kind: { const: 'a' } }, ['kind']);
const two = object({ kind: { const: 'b' } }, ['kind']);

/** Returns one change in both directions, each under its name. */
const bothDirections = (names: readonly [string, string], before: Json, ...after: [Json]): [string, Change][] => [
  [names[0], [before, after[0]]],
  [names[1], [after[0], before]],
];

/** Returns the changes that add and remove a keyword. */
const keyword = (name: string, base: JsonObject, more: JsonObject): [string, Change][] =>
  bothDirections([`${name}-added`, `${name}-removed`], base, { ...base, ...more });

/** Returns the changes that set, remove, increase and decrease a bound. */
const bound = (name: string, word: string, base: JsonObject): [string, Change][] => [
  ...bothDirections([`${name}-set`, `${name}-unset`], base, { ...base, [word]: 5 }),
  ...bothDirections([`${name}-increased`, `${name}-decreased`], { ...base, [word]: 5 }, { ...base, [word]: 9 }),
];

const withDiscriminator = (discriminator: Json | null): Json => ({
  oneOf: [one, two],
  ...(discriminator !== null && { discriminator }),
});
const property = { propertyName: 'kind' };
const mapped = { ...property, mapping: { a: 'A' } };

/** Changes of schemas, by suffix of the name of the oasdiff check that reports the change. */
export const schemaChanges: ReadonlyMap<string, Change> = new Map<string, Change>([
  ...bound('max-length', 'maxLength', text),
  ...bound('min-length', 'minLength', text),
  ...bound('max-items', 'maxItems', list),
  ...bound('min-items', 'minItems', list),
  ...bound('max', 'maximum', whole),
  ...bound('min', 'minimum', whole),
  ...bound('exclusive-max', 'exclusiveMaximum', number),
  ...bound('exclusive-min', 'exclusiveMinimum', number),
  ...bound('min-contains', 'minContains', { ...list, contains: text }),
  ...bound('max-contains', 'maxContains', { ...list, contains: text }),
  ...bothDirections(
    ['enum-value-added', 'enum-value-removed'],
    { ...text, enum: ['a'] },
    { ...text, enum: ['a', 'b'] },
  ),
  ['became-enum', [text, { ...text, enum: ['a'] }]],
  ...keyword('const', text, { const: 'a' }),
  ['const-changed', [{ const: 'a' }, { const: 'b' }]],
  ...keyword('default-value', text, { default: 'a' }),
  [
    'default-value-changed',
    [
      { ...text, default: 'a' },
      { ...text, default: 'b' },
    ],
  ],
  ...keyword('pattern', text, { pattern: '^a' }),
  [
    'pattern-changed',
    [
      { ...text, pattern: '^a' },
      { ...text, pattern: '^b' },
    ],
  ],
  [
    'pattern-generalized',
    [
      { ...text, pattern: '^a' },
      { ...text, pattern: '.*' },
    ],
  ],
  ...bothDirections(['became-nullable', 'became-not-nullable'], text, { type: ['string', 'null'] }),
  ['type-changed', [text, whole]],
  ...bothDirections(['type-generalized', 'type-specialized'], whole, number),
  ...bothDirections(['list-of-types-widened', 'list-of-types-narrowed'], text, { type: ['string', 'integer'] }),
  ...bothDirections(['one-of-added', 'one-of-removed'], { oneOf: [one] }, { oneOf: [one, two] }),
  ...bothDirections(['any-of-added', 'any-of-removed'], { anyOf: [one, whole] }, { anyOf: [one, whole, text] }),
  ...bothDirections(['all-of-added', 'all-of-removed'], { allOf: [text] }, { allOf: [text, { minLength: 2 }] }),
  ...bothDirections(
    ['all-of-added-annotation-only', 'all-of-removed-annotation-only'],
    { allOf: [text] },
    { allOf: [text, { description: 'a' }] },
  ),
  ['wrapped-in-one-of', [one, { oneOf: [two, object({ a: text }, ['a'])] }]],
  ...bothDirections(
    ['discriminator-added', 'discriminator-removed'],
    withDiscriminator(null),
    withDiscriminator(property),
  ),
  ['discriminator-property-name-changed', [withDiscriminator(property), withDiscriminator({ propertyName: 'other' })]],
  ...bothDirections(
    ['discriminator-mapping-added', 'discriminator-mapping-deleted'],
    withDiscriminator(property),
    withDiscriminator(mapped),
  ),
  [
    'discriminator-mapping-changed',
    [withDiscriminator(mapped), withDiscriminator({ ...property, mapping: { a: 'B' } })],
  ],
  ...keyword('prefix-items', list, { prefixItems: [{ ...text, maxLength: 2 }] }),
  ...keyword('if', text, { if: { minLength: 2 } }),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  ...keyword('then', text, { then: { minLength: 2 } }),
  ...keyword('else', text, { else: { minLength: 2 } }),
  ...keyword('contains', list, { contains: { const: 'a' } }),
  ...keyword('dependent-required', object({ a: text }), { dependentRequired: { a: ['b'] } }),
  [
    'dependent-required-changed',
    [
      { type: 'object', dependentRequired: { a: ['b'] } },
      { type: 'object', dependentRequired: { a: ['c'] } },
    ],
  ],
  ...keyword('dependent-schema', object({ a: text }), { dependentSchemas: { a: { required: ['b'] } } }),
  ...keyword('pattern-property', object({ a: text }), { patternProperties: { '^x': text } }),
  ...keyword('property-names', object({ a: text }), { propertyNames: { pattern: '^a' } }),
  ...keyword('unevaluated-items', list, { unevaluatedItems: false }),
  ...keyword('unevaluated-properties', object({ a: text }), { unevaluatedProperties: false }),
  ...keyword('content-schema', text, { contentSchema: { type: 'object' } }),
  [
    'content-media-type-changed',
    [
      { ...text, contentMediaType: 'a/b' },
      { ...text, contentMediaType: 'c/d' },
    ],
  ],
  [
    'content-encoding-changed',
    [
      { ...text, contentEncoding: 'base64' },
      { ...text, contentEncoding: 'base32' },
    ],
  ],
  ['deprecated', [text, { ...text, deprecated: true }]],
  ['deprecated-with-sunset', [text, { ...text, ...ahead }]],
  ['deprecated-sunset-missing', [text, { ...text, deprecated: true }]],
  ['deprecated-sunset-invalid', [text, { ...text, deprecated: true, 'x-sunset': 'soon' }]],
  ['reactivated', [{ ...text, deprecated: true }, text]],
  ['sunset-date-too-small', [text, { ...text, ...past }]],
  ...bothDirections(['stability-decreased', 'stability-increased'], text, { ...text, 'x-stability-level': 'beta' }),
  [
    'x-extensible-enum-value-removed',
    [
      { ...text, 'x-extensible-enum': ['a', 'b'] },
      { ...text, 'x-extensible-enum': ['a'] },
    ],
  ],
]);

const flagged = (name: 'readOnly' | 'writeOnly', required: string[] = []): Change => [
  object({ a: text }, required),
  object({ a: { ...text, [name]: true } }, required),
];
const back = ([before, after]: Change): Change => [after, before];
const having = (required: string[] = [], more: JsonObject = {}): Json => object({ a: { ...text, ...more } }, required);
const none: Json = { type: 'object' };

/** Changes of object members, by full name of the oasdiff check that reports the change. */
export const memberChanges: ReadonlyMap<string, Change> = new Map<string, Change>([
  ['request-property-removed', [having(), none]],
  ['request-property-became-required', [having(), having(['a'])]],
  ['request-property-became-required-with-default', [having([], { default: 'b' }), having(['a'], { default: 'b' })]],
  ['request-property-became-optional', [having(['a']), having()]],
  ['new-required-request-property', [none, having(['a'])]],
  ['new-required-request-property-with-default', [none, having(['a'], { default: 'b' })]],
  ['new-optional-request-property', [none, having()]],
  ['response-optional-property-removed', [having(), none]],
  ['response-optional-write-only-property-removed', [having([], { writeOnly: true }), none]],
  ['response-optional-property-added', [none, having()]],
  ['response-optional-write-only-property-added', [none, having([], { writeOnly: true })]],
  ['response-required-property-removed', [having(['a']), none]],
  ['response-required-write-only-property-removed', [having(['a'], { writeOnly: true }), none]],
  ['response-required-property-added', [none, having(['a'])]],
  ['response-required-write-only-property-added', [none, having(['a'], { writeOnly: true })]],
  ['response-property-became-optional', [having(['a']), having()]],
  ['response-property-became-required', [having(), having(['a'])]],
  [
    'response-write-only-property-became-optional',
    [having(['a'], { writeOnly: true }), having([], { writeOnly: true })],
  ],
  [
    'response-write-only-property-became-required',
    [having([], { writeOnly: true }), having(['a'], { writeOnly: true })],
  ],
  ...['request', 'response'].flatMap((side) =>
    (['optional', 'required'] as const).flatMap((need): [string, Change][] =>
      (['readOnly', 'writeOnly'] as const).flatMap((word): [string, Change][] => {
        const name = word === 'readOnly' ? 'read-only' : 'write-only';
        const change = flagged(word, need === 'required' ? ['a'] : []);
        return [
          [`${side}-${need}-property-became-${name}`, change],
          [`${side}-${need}-property-became-not-${name}`, back(change)],
        ];
      }),
    ),
  ),
]);
