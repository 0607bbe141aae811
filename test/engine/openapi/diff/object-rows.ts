import { object, schemas, type Written } from '../documents.js';
import type { SchemaRow } from './schema-row.js';

const text: Written = { type: 'string' };
const number: Written = { type: 'number' };
const whole: Written = { type: 'integer' };
const cat = object({ kind: { const: 'cat' }, lives: whole }, ['kind']);
const dog = object({ kind: { const: 'dog' }, barks: { type: 'boolean' } }, ['kind']);
const bird = object({ kind: { const: 'bird' }, wings: whole }, ['kind']);
const ref = (name: string): Written => ({ $ref: `#/components/schemas/${name}` });

/** The schemas that rows refer to. */
export const bases = schemas({
  Base: object({ id: text }, ['id']),
  Cat: cat,
  Dog: dog,
  Bird: bird,
  Choice: { oneOf: [ref('Cat'), ref('Dog')] },
});

/** Changes of objects, and of schemas that consist of others. */
export const objectRows: readonly SchemaRow[] = [
  // Objects.
  ['an optional property more breaks nobody', object({}), object({ a: text }), '/a', '/a'],
  ['a required property more breaks who sends it', object({}), object({ a: text }, ['a']), '!/a', '/a'],
  [
    'a required property more that has a default breaks nobody',
    object({}),
    object({ a: { ...text, default: 'x' } }, ['a']),
    '/a',
    '/a',
  ],
  ['a property less breaks who gets it', object({ a: text }), object({}), '/a', '!/a'],
  [
    'a property less where others are refused breaks both',
    { ...object({ a: text }), additionalProperties: false },
    { ...object({}), additionalProperties: false },
    '!/a',
    '!/a',
  ],
  ['a property that is required now breaks who sends it', object({ a: text }), object({ a: text }, ['a']), '!/a', '/a'],
  [
    'a property that may be absent now breaks who gets it',
    object({ a: text }, ['a']),
    object({ a: text }),
    '/a',
    '!/a',
  ],
  [
    'names that are required are told where nothing else is said of them',
    object({}),
    { type: 'object', required: ['a'] },
    '!/a',
    '/a',
  ],
  ['properties in another order are the same', object({ a: text, b: whole }), object({ b: whole, a: text }), '-', '-'],
  [
    'a property in a property is told with its place',
    object({ a: object({ b: text }) }),
    object({ a: object({ b: whole }) }),
    '!/a/b',
    '!/a/b',
  ],
  [
    'another type of what is only answered breaks who gets it',
    object({ a: { ...text, readOnly: true } }),
    object({ a: { ...whole, readOnly: true } }),
    '-',
    '!/a',
  ],
  [
    'another type of what is only sent breaks who sends it',
    object({ a: { ...text, writeOnly: true } }),
    object({ a: { ...whole, writeOnly: true } }),
    '!/a',
    '-',
  ],
  [
    'a required property that is only answered asks nothing of who sends',
    object({ a: { ...text, readOnly: true } }),
    object({ a: { ...text, readOnly: true } }, ['a']),
    '-',
    '/a',
  ],
  [
    'a property that is only sent now breaks who gets it',
    object({ a: text }),
    object({ a: { ...text, writeOnly: true } }),
    '-',
    '!/a',
  ],
  [
    'a required property that is sent too now breaks who sends it',
    object({ a: { ...text, readOnly: true } }, ['a']),
    object({ a: text }, ['a']),
    '!/a',
    '-',
  ],
  [
    'other properties that are refused now break who sends them',
    object({ a: text }),
    { ...object({ a: text }), additionalProperties: false },
    '!/*',
    '/*',
  ],
  [
    'other properties that are taken now break nobody',
    { ...object({ a: text }), additionalProperties: false },
    object({ a: text }),
    '/*',
    '/*',
  ],
  [
    'another type of the values of a map breaks both',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: whole },
    '!/*',
    '!/*',
  ],
  [
    'a type for the values of a map breaks who sends it',
    { type: 'object' },
    { type: 'object', additionalProperties: text },
    '!/*',
    '/*',
  ],
  [
    'names by a pattern that must be something break who sends them',
    { type: 'object' },
    { type: 'object', patternProperties: { '^x': text } },
    '!/(^x)',
    '/(^x)',
  ],
  [
    'fewer members break who gets them',
    { type: 'object', minProperties: 2 },
    { type: 'object', minProperties: 1 },
    '',
    '!',
  ],
  [
    'a rule that depends on others breaks who sends it',
    { type: 'object' },
    { type: 'object', dependentRequired: { a: ['b'] } },
    '!',
    '',
  ],
  ['something that is forbidden breaks who sends it', text, { ...text, not: { const: 'x' } }, '!', ''],
  [
    'what is forbidden by a reference is the same where it stands there',
    { not: ref('Base') },
    { not: object({ id: text }, ['id']) },
    '-',
    '-',
  ],
  // Schemas of schemas.
  ['a reference is what it refers to', ref('Base'), object({ id: text }, ['id']), '-', '-'],
  ['all of one is that one', { allOf: [ref('Base')] }, ref('Base'), '-', '-'],
  [
    'all of some is what they say together',
    { allOf: [ref('Base'), object({ a: whole })] },
    object({ a: whole, id: text }, ['id']),
    '-',
    '-',
  ],
  [
    'one more of all of some breaks who sends it',
    { allOf: [ref('Base')] },
    { allOf: [ref('Base'), object({ a: whole }, ['a'])] },
    '!/a',
    '/a',
  ],
  [
    'one less of all of some breaks who gets it',
    { allOf: [ref('Base'), object({ a: whole })] },
    { allOf: [ref('Base')] },
    '/a',
    '!/a',
  ],
  [
    'two bounds of all of some are the tighter one',
    { allOf: [{ ...text, maxLength: 9 }, { maxLength: 5 }] },
    { ...text, maxLength: 5 },
    '-',
    '-',
  ],
  ['a variant more breaks who gets it', { oneOf: [ref('Cat')] }, { oneOf: [ref('Cat'), ref('Dog')] }, '', '!'],
  ['a variant less breaks who sends it', { anyOf: [ref('Cat'), ref('Dog')] }, { anyOf: [ref('Dog')] }, '!', ''],
  [
    'variants in another order are the same',
    { oneOf: [ref('Cat'), ref('Dog')] },
    { oneOf: [ref('Dog'), ref('Cat')] },
    '-',
    '-',
  ],
  [
    'any of some and one of them are the same',
    { oneOf: [ref('Cat'), ref('Dog')] },
    { anyOf: [ref('Cat'), ref('Dog')] },
    '-',
    '-',
  ],
  ['one variant where there was no choice is the same', ref('Cat'), { oneOf: [ref('Cat')] }, '-', '-'],
  ['a choice where there was one breaks who gets it', ref('Cat'), { oneOf: [ref('Cat'), ref('Dog')] }, '', '!'],
  ['one where there was a choice breaks who sends it', { oneOf: [ref('Cat'), ref('Dog')] }, ref('Dog'), '!', ''],
  [
    'a choice in a choice is its variants',
    { oneOf: [ref('Choice'), ref('Bird')] },
    { oneOf: [ref('Cat'), ref('Dog'), ref('Bird')] },
    '-',
    '-',
  ],
  ['types are variants', { type: ['string', 'integer'] }, { oneOf: [whole, text] }, '-', '-'],
  [
    'a variant that another one takes breaks nobody',
    { oneOf: [whole, number, text] },
    { oneOf: [number, text] },
    '',
    '',
  ],
  [
    'variants without names are known by what is in them',
    { oneOf: [cat, dog] },
    { oneOf: [{ ...dog, required: ['kind', 'barks'] }, cat] },
    '!/(object)/barks',
    '/(object)/barks',
  ],
  [
    'variants of the same properties are known by their titles',
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
    'another property that tells variants apart breaks both',
    { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
    { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'type' } },
    '!',
    '!',
  ],
  [
    'variants beside properties break who sends them',
    object({ a: text, b: text }),
    { ...object({ a: text, b: text }), anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    '!',
    '',
  ],
  // Words.
  ['other words break nobody', { ...text, description: 'One' }, { ...text, description: 'Other' }, '', ''],
  ['being deprecated breaks nobody', text, { ...text, deprecated: true }, '', ''],
  ['another default breaks who leaves it out', { ...text, default: 'a' }, { ...text, default: 'b' }, '!', ''],
  ['a default where there was none breaks nobody', text, { ...text, default: 'b' }, '', ''],
  ['other examples are no difference', { ...text, example: 'a' }, { ...text, example: 'b' }, '-', '-'],
];
