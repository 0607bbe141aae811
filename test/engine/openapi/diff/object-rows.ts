import { type JsonObject, object, schemas } from '../documents.js';
import type { SchemaRow } from './schema-row.js';

const text: JsonObject = { type: 'string' };
const number: JsonObject = { type: 'number' };
const whole: JsonObject = { type: 'integer' };
const cat = object({ kind: { const: 'cat' }, lives: whole }, ['kind']);
const dog = object({ kind: { const: 'dog' }, barks: { type: 'boolean' } }, ['kind']);
const bird = object({ kind: { const: 'bird' }, wings: whole }, ['kind']);
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** Schemas that the rows refer to. */
export const bases = schemas({
  Base: object({ id: text }, ['id']),
  Cat: cat,
  Dog: dog,
  Bird: bird,
  Choice: { oneOf: [ref('Cat'), ref('Dog')] },
});

/** Changes of object schemas and of composed schemas. */
export const objectRows: readonly SchemaRow[] = [
  // Objects.
  ['an added optional property does not break callers', object({}), object({ a: text }), '/a', '/a'],
  ['an added required property breaks senders', object({}), object({ a: text }, ['a']), '!/a', '/a'],
  [
    'an added required property with a default does not break callers',
    object({}),
    object({ a: { ...text, default: 'x' } }, ['a']),
    '/a',
    '/a',
  ],
  ['a removed property breaks receivers', object({ a: text }), object({}), '/a', '!/a'],
  [
    'a removed property breaks both if `additionalProperties` is false',
    { ...object({ a: text }), additionalProperties: false },
    { ...object({}), additionalProperties: false },
    '!/a',
    '!/a',
  ],
  ['a property that becomes required breaks senders', object({ a: text }), object({ a: text }, ['a']), '!/a', '/a'],
  ['a property that becomes optional breaks receivers', object({ a: text }, ['a']), object({ a: text }), '/a', '!/a'],
  ['required names without a property are reported', object({}), { type: 'object', required: ['a'] }, '!/a', '/a'],
  [
    'another order of properties is not a difference',
    object({ a: text, b: whole }),
    object({ b: whole, a: text }),
    '-',
    '-',
  ],
  [
    'a nested property is reported with its path',
    object({ a: object({ b: text }) }),
    object({ a: object({ b: whole }) }),
    '!/a/b',
    '!/a/b',
  ],
  [
    'another type of a read-only property breaks receivers',
    object({ a: { ...text, readOnly: true } }),
    object({ a: { ...whole, readOnly: true } }),
    '-',
    '!/a',
  ],
  [
    'another type of a write-only property breaks senders',
    object({ a: { ...text, writeOnly: true } }),
    object({ a: { ...whole, writeOnly: true } }),
    '!/a',
    '-',
  ],
  [
    'a read-only property that becomes required does not break senders',
    object({ a: { ...text, readOnly: true } }),
    object({ a: { ...text, readOnly: true } }, ['a']),
    '-',
    '/a',
  ],
  [
    'a property that becomes write-only breaks receivers',
    object({ a: text }),
    object({ a: { ...text, writeOnly: true } }),
    '-',
    '!/a',
  ],
  [
    'a required property that is no longer read-only breaks senders',
    object({ a: { ...text, readOnly: true } }, ['a']),
    object({ a: text }, ['a']),
    '!/a',
    '-',
  ],
  [
    'refusing additional properties breaks senders',
    object({ a: text }),
    { ...object({ a: text }), additionalProperties: false },
    '!/*',
    '/*',
  ],
  [
    'accepting additional properties does not break callers',
    { ...object({ a: text }), additionalProperties: false },
    object({ a: text }),
    '/*',
    '/*',
  ],
  [
    'another value type of a map breaks both',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: whole },
    '!/*',
    '!/*',
  ],
  [
    'adding a value type to a map breaks senders',
    { type: 'object' },
    { type: 'object', additionalProperties: text },
    '!/*',
    '/*',
  ],
  [
    'an added pattern property breaks senders',
    { type: 'object' },
    { type: 'object', patternProperties: { '^x': text } },
    '!/(^x)',
    '/(^x)',
  ],
  [
    'a lower `minProperties` breaks receivers',
    { type: 'object', minProperties: 2 },
    { type: 'object', minProperties: 1 },
    '',
    '!',
  ],
  [
    'an added `dependentRequired` breaks senders',
    { type: 'object' },
    { type: 'object', dependentRequired: { a: ['b'] } },
    '!',
    '',
  ],
  ['an added `not` breaks senders', text, { ...text, not: { const: 'x' } }, '!', ''],
  [
    'a reference in `not` is equal to the inline schema',
    { not: ref('Base') },
    { not: object({ id: text }, ['id']) },
    '-',
    '-',
  ],
  // Composed schemas.
  ['a reference is equal to its target', ref('Base'), object({ id: text }, ['id']), '-', '-'],
  ['`allOf` of one schema is equal to that schema', { allOf: [ref('Base')] }, ref('Base'), '-', '-'],
  [
    '`allOf` is equal to the combined schema',
    { allOf: [ref('Base'), object({ a: whole })] },
    object({ a: whole, id: text }, ['id']),
    '-',
    '-',
  ],
  [
    'an added schema in `allOf` breaks senders',
    { allOf: [ref('Base')] },
    { allOf: [ref('Base'), object({ a: whole }, ['a'])] },
    '!/a',
    '/a',
  ],
  [
    'a removed schema in `allOf` breaks receivers',
    { allOf: [ref('Base'), object({ a: whole })] },
    { allOf: [ref('Base')] },
    '/a',
    '!/a',
  ],
  [
    'two bounds in `allOf` are equal to the tighter one',
    { allOf: [{ ...text, maxLength: 9 }, { maxLength: 5 }] },
    { ...text, maxLength: 5 },
    '-',
    '-',
  ],
  ['an added variant breaks receivers', { oneOf: [ref('Cat')] }, { oneOf: [ref('Cat'), ref('Dog')] }, '', '!'],
  ['a removed variant breaks senders', { anyOf: [ref('Cat'), ref('Dog')] }, { anyOf: [ref('Dog')] }, '!', ''],
  [
    'another order of variants is not a difference',
    { oneOf: [ref('Cat'), ref('Dog')] },
    { oneOf: [ref('Dog'), ref('Cat')] },
    '-',
    '-',
  ],
  [
    '`anyOf` and `oneOf` of the same variants are equal',
    { oneOf: [ref('Cat'), ref('Dog')] },
    { anyOf: [ref('Cat'), ref('Dog')] },
    '-',
    '-',
  ],
  ['a choice with one variant is equal to that variant', ref('Cat'), { oneOf: [ref('Cat')] }, '-', '-'],
  ['replacing a schema by a choice breaks receivers', ref('Cat'), { oneOf: [ref('Cat'), ref('Dog')] }, '', '!'],
  ['replacing a choice by one variant breaks senders', { oneOf: [ref('Cat'), ref('Dog')] }, ref('Dog'), '!', ''],
  [
    'a nested choice is equal to its variants',
    { oneOf: [ref('Choice'), ref('Bird')] },
    { oneOf: [ref('Cat'), ref('Dog'), ref('Bird')] },
    '-',
    '-',
  ],
  [
    'a list of types is equal to variants of these types',
    { type: ['string', 'integer'] },
    { oneOf: [whole, text] },
    '-',
    '-',
  ],
  [
    'a removed variant that another variant includes does not break callers',
    { oneOf: [whole, number, text] },
    { oneOf: [number, text] },
    '',
    '',
  ],
  [
    'unnamed variants are matched by their content',
    { oneOf: [cat, dog] },
    { oneOf: [{ ...dog, required: ['kind', 'barks'] }, cat] },
    '!/(object)/barks',
    '/(object)/barks',
  ],
  [
    'variants with equal properties are matched by their titles',
    {
      oneOf: [
        { ...object({ a: text }), title: 'One' },
        { ...object({ a: text }), title: 'Two' },
      ],
    },
    {
      oneOf: [
        { ...object({ a: whole }), title: 'Two' },
        { ...object({ a: text }), title: 'One' },
      ],
    },
    '!/(Two)/a',
    '!/(Two)/a',
  ],
  [
    'another discriminator property breaks both',
    { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
    { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'type' } },
    '!',
    '!',
  ],
  [
    'variants added next to properties break senders',
    object({ a: text, b: text }),
    { ...object({ a: text, b: text }), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    '!',
    '',
  ],
  // Annotations.
  [
    'a changed description does not break callers',
    { ...text, description: 'One' },
    { ...text, description: 'Other' },
    '',
    '',
  ],
  ['a deprecation does not break callers', text, { ...text, deprecated: true }, '', ''],
  ['another default breaks senders that omit the value', { ...text, default: 'a' }, { ...text, default: 'b' }, '!', ''],
  ['an added default does not break callers', text, { ...text, default: 'b' }, '', ''],
  ['another example is not a difference', { ...text, example: 'a' }, { ...text, example: 'b' }, '-', '-'],
];
