import { describe, expect, it } from 'vitest';
import { answering, sending, type Written } from '../documents.js';
import { bases, objectRows } from './object-rows.js';
import type { SchemaRow } from './schema-row.js';
import { placesOf } from './told.js';

const text: Written = { type: 'string' };
const number: Written = { type: 'number' };
const whole: Written = { type: 'integer' };

/** Changes of types, of values and of their rules. */
const valueRows: readonly SchemaRow[] = [
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
  ...[
    '.*',
    '^.*$',
    '',
    '^',
    '$',
    '^.*',
    '.*$',
    '[\\s\\S]*',
    '^[\\s\\S]*$',
    '^(.|\\n)*$',
    'a*',
    '(?:x|)',
    '^[^]*$',
  ].flatMap((pattern): SchemaRow[] => [
    [`"${pattern}" for a pattern breaks who gets it`, { ...text, pattern: '^a+$' }, { ...text, pattern }, '', '!'],
    [`a pattern for "${pattern}" breaks who sends it`, { ...text, pattern }, { ...text, pattern: '^a+$' }, '!', ''],
    [`"${pattern}" is as no pattern`, text, { ...text, pattern }, '-', '-'],
  ]),
  ...['^a*$', '.', '.+', '^$', 'a|b', '(?=a).*', '\\b', '^(?:.{0,9})$', '['].map(
    (pattern): SchemaRow => [`"${pattern}" is a pattern`, text, { ...text, pattern }, '!', ''],
  ),
  [
    'a pattern beside one that accepts everything holds',
    { ...text, pattern: '^a' },
    { allOf: [{ ...text, pattern: '^a' }, { pattern: '.*' }] },
    '-',
    '-',
  ],
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
];

/** As they are told: `-` is nothing, `.` and what is empty breaks nobody, `!` breaks. */
function expected(place: string, told: string): string[] {
  if (told === '-') return [];
  if (/^[!.]+$/.test(told)) return [...told].map((sign) => (sign === '!' ? `!${place}` : place));
  return [told.startsWith('!') ? `!${place} ${told.slice(1)}` : [place, told].filter(Boolean).join(' ')];
}

describe('of a schema', () => {
  it.each([...valueRows, ...objectRows])('%s', (...[, before, after, sent, got]: SchemaRow) => {
    expect(placesOf(sending(before, bases), sending(after, bases)), 'sent').toEqual(
      expected('body application/json', sent),
    );
    expect(placesOf(answering(before, bases), answering(after, bases)), 'got').toEqual(
      expected('response 200 application/json', got),
    );
  });
});
