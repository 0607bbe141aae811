import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/content/types.js';
import { answering, object, schemas, sending, type Written } from '../documents.js';
import { placesOf } from './told.js';

const text: Written = { type: 'string' };
const number: Written = { type: 'number' };
const whole: Written = { type: 'integer' };
const cat = object({ kind: { const: 'cat' }, lives: whole }, ['kind']);
const dog = object({ kind: { const: 'dog' }, barks: { type: 'boolean' } }, ['kind']);
const bird = object({ kind: { const: 'bird' }, wings: whole }, ['kind']);
const bases = schemas({
  Base: object({ id: text }, ['id']),
  Cat: cat,
  Dog: dog,
  Bird: bird,
  Choice: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
});
const ref = (name: string): Written => ({ $ref: `#/components/schemas/${name}` });

/** Whether and where a change of a schema breaks who sends it, and who gets it; `-` where nothing differs. */
type Row = readonly [title: string, before: Json, after: Json, sent: string, got: string];

const rows: readonly Row[] = [
  // Types.
  ['a type that is another one breaks both', text, whole, '!', '!'],
  ['an integer that may be any number breaks who gets it', whole, number, '', '!'],
  ['a number that must be whole breaks who sends it', number, whole, '!', ''],
  ['one more type breaks who gets it', text, { type: ['string', 'integer'] }, '', '!'],
  ['one type less breaks who sends it', { type: ['string', 'integer'] }, text, '!', ''],
  ['types in another order are the same', { type: ['string', 'integer'] }, { type: ['integer', 'string'] }, '-', '-'],
  ['a type where any value was taken breaks who sends it', {}, text, '!', ''],
  ['any value where there was a type breaks who gets it', text, {}, '', '!'],
  ['null that may stand there breaks who gets it', text, { type: ['string', 'null'] }, '', '!'],
  ['null that may no longer stand there breaks who sends it', { ...text, nullable: true }, text, '!', ''],
  [
    'null in the words of OpenAPI 3.0 and 3.1 is the same',
    { ...text, nullable: true },
    { type: ['string', 'null'] },
    '-',
    '-',
  ],
  ['null as a variant is the same too', { type: ['string', 'null'] }, { oneOf: [text, { type: 'null' }] }, '-', '-'],
  ['a schema that takes nothing breaks who sends it', {}, false, '!', ''],
  ['a schema that is true takes anything, as one that says nothing does', true, {}, '-', '-'],
  // Values.
  ['a value less breaks who sends it', { enum: ['a', 'b'] }, { enum: ['a'] }, '!', ''],
  ['a value more breaks who gets it', { enum: ['a'] }, { enum: ['a', 'b'] }, '', '!'],
  ['values in another order are the same', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, '-', '-'],
  ['values where there were none break who sends it', text, { ...text, enum: ['a'] }, '!', ''],
  ['any value where some were listed breaks who gets it', { ...text, enum: ['a'] }, text, '', '!'],
  ['one value is as a list of one', { const: 'a' }, { enum: ['a'] }, '-', '-'],
  ['a type beside values that have it says nothing', { enum: ['a'] }, { ...text, enum: ['a'] }, '-', '-'],
  ['a number and its text are two values', { enum: [1, 2] }, { enum: [1, '2'] }, '!.', '.!'],
  // Formats and rules of texts and numbers.
  ['a format where there was none breaks who sends it', text, { ...text, format: 'uuid' }, '!', ''],
  ['no format where there was one breaks who gets it', { ...text, format: 'uuid' }, text, '', '!'],
  ['another format breaks both', { ...text, format: 'date' }, { ...text, format: 'uuid' }, '!', '!'],
  ['larger numbers break who gets them', { ...whole, format: 'int32' }, { ...whole, format: 'int64' }, '', '!'],
  ['smaller numbers break who sends them', { ...number, format: 'double' }, { ...number, format: 'float' }, '!', ''],
  ['a bound where there was none breaks who sends it', text, { ...text, maxLength: 9 }, '!', ''],
  ['a bound that is lifted breaks who gets it', { ...text, maxLength: 9 }, text, '', '!'],
  ['a tighter bound breaks who sends it', { ...text, maxLength: 9 }, { ...text, maxLength: 5 }, '!', ''],
  ['a wider bound breaks who gets it', { ...whole, minimum: 5 }, { ...whole, minimum: 1 }, '', '!'],
  [
    'a bound that is not taken itself is tighter',
    { ...number, minimum: 1 },
    { ...number, minimum: 1, exclusiveMinimum: true },
    '!',
    '',
  ],
  ['whole numbers above 0 are those from 1 on', { ...whole, exclusiveMinimum: 0 }, { ...whole, minimum: 1 }, '-', '-'],
  ['a bound of nothing is none', text, { ...text, minLength: 0 }, '-', '-'],
  ['a bound of other types says nothing', text, { ...text, minItems: 3 }, '-', '-'],
  [
    'both bounds break each their side',
    { ...whole, minimum: 1, maximum: 5 },
    { ...whole, minimum: 2, maximum: 6 },
    '!.',
    '.!',
  ],
  ['a pattern where there was none breaks who sends it', text, { ...text, pattern: '^a' }, '!', ''],
  ['no pattern where there was one breaks who gets it', { ...text, pattern: '^a' }, text, '', '!'],
  ['another pattern breaks both', { ...text, pattern: '^a' }, { ...text, pattern: '^b' }, '!', '!'],
  ['a multiple of a multiple breaks who sends it', { ...whole, multipleOf: 2 }, { ...whole, multipleOf: 4 }, '!', ''],
  [
    'a part of what was a multiple breaks who gets it',
    { ...whole, multipleOf: 4 },
    { ...whole, multipleOf: 2 },
    '',
    '!',
  ],
  // Lists.
  ['items of another type break both', { type: 'array', items: text }, { type: 'array', items: whole }, '!/[]', '!/[]'],
  ['items of any type break who gets them', { type: 'array', items: text }, { type: 'array' }, '/[]', '!/[]'],
  ['items that must differ break who sends them', { type: 'array' }, { type: 'array', uniqueItems: true }, '!', ''],
  [
    'a list that may be longer breaks who gets it',
    { type: 'array', maxItems: 2 },
    { type: 'array', maxItems: 3 },
    '',
    '!',
  ],
  [
    'the first item of another type breaks both',
    { type: 'array', prefixItems: [text] },
    { type: 'array', prefixItems: [whole] },
    '!/[0]',
    '!/[0]',
  ],
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

/** As they are told: `-` is nothing, `.` and what is empty breaks nobody, `!` breaks. */
function expected(place: string, told: string): string[] {
  if (told === '-') return [];
  if (/^[!.]+$/.test(told)) return [...told].map((sign) => (sign === '!' ? `!${place}` : place));
  return [told.startsWith('!') ? `!${place} ${told.slice(1)}` : [place, told].filter(Boolean).join(' ')];
}

describe('of a schema', () => {
  it.each(rows)('%s', (...[, before, after, sent, got]: Row) => {
    expect(placesOf(sending(before, bases), sending(after, bases)), 'sent').toEqual(
      expected('body application/json', sent),
    );
    expect(placesOf(answering(before, bases), answering(after, bases)), 'got').toEqual(
      expected('response 200 application/json', got),
    );
  });
});
