import { describe, expect, it } from 'vitest';
import { documentWithRequestSchema, documentWithResponseSchema, type JsonObject } from '../documents.js';
import { differencePositions } from './difference-rows.js';
import { bases, objectRows } from './object-rows.js';
import type { SchemaRow } from './schema-row.js';

const text: JsonObject = { type: 'string' };
const number: JsonObject = { type: 'number' };
const whole: JsonObject = { type: 'integer' };

/** Rows of tests that change types, values, or constraints of values. */
const valueRows: readonly SchemaRow[] = [
  // Types.
  ['another type breaks both', text, whole, '!', '!'],
  ['an integer that becomes a number breaks receivers', whole, number, '', '!'],
  ['a number that becomes an integer breaks senders', number, whole, '!', ''],
  ['an added type breaks receivers', text, { type: ['string', 'integer'] }, '', '!'],
  ['a removed type breaks senders', { type: ['string', 'integer'] }, text, '!', ''],
  [
    'another order of types is not a difference',
    { type: ['string', 'integer'] },
    { type: ['integer', 'string'] },
    '-',
    '-',
  ],
  ['adding a type breaks senders', {}, text, '!', ''],
  ['removing the type breaks receivers', text, {}, '', '!'],
  ['a value that becomes nullable breaks receivers', text, { type: ['string', 'null'] }, '', '!'],
  ['a value that is no longer nullable breaks senders', { ...text, nullable: true }, text, '!', ''],
  [
    '`nullable` of OpenAPI 3.0 is equal to the `null` type of OpenAPI 3.1',
    { ...text, nullable: true },
    { type: ['string', 'null'] },
    '-',
    '-',
  ],
  [
    'a `null` variant is equal to the `null` type',
    { type: ['string', 'null'] },
    { oneOf: [text, { type: 'null' }] },
    '-',
    '-',
  ],
  ['a schema that accepts nothing breaks senders', {}, false, '!', ''],
  ['the schema `true` is equal to an empty schema', true, {}, '-', '-'],
  // Values.
  ['a removed value breaks senders', { enum: ['a', 'b'] }, { enum: ['a'] }, '!', ''],
  ['an added value breaks receivers', { enum: ['a'] }, { enum: ['a', 'b'] }, '', '!'],
  ['another order of values is not a difference', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, '-', '-'],
  ['an added list of values breaks senders', text, { ...text, enum: ['a'] }, '!', ''],
  ['a removed list of values breaks receivers', { ...text, enum: ['a'] }, text, '', '!'],
  ['`const` is equal to an enum of one value', { const: 'a' }, { enum: ['a'] }, '-', '-'],
  ['a type that all values have is not a difference', { enum: ['a'] }, { ...text, enum: ['a'] }, '-', '-'],
  ['a number and its text are different values', { enum: [1, 2] }, { enum: [1, '2'] }, '!.', '.!'],
  // Formats and constraints of strings and numbers.
  ['an added format breaks senders', text, { ...text, format: 'uuid' }, '!', ''],
  ['a removed format breaks receivers', { ...text, format: 'uuid' }, text, '', '!'],
  ['another format breaks both', { ...text, format: 'date' }, { ...text, format: 'uuid' }, '!', '!'],
  ['a larger number format breaks receivers', { ...whole, format: 'int32' }, { ...whole, format: 'int64' }, '', '!'],
  ['a smaller number format breaks senders', { ...number, format: 'double' }, { ...number, format: 'float' }, '!', ''],
  ['an added bound breaks senders', text, { ...text, maxLength: 9 }, '!', ''],
  ['a removed bound breaks receivers', { ...text, maxLength: 9 }, text, '', '!'],
  ['a tighter bound breaks senders', { ...text, maxLength: 9 }, { ...text, maxLength: 5 }, '!', ''],
  ['a wider bound breaks receivers', { ...whole, minimum: 5 }, { ...whole, minimum: 1 }, '', '!'],
  [
    'an exclusive bound is tighter',
    { ...number, minimum: 1 },
    { ...number, minimum: 1, exclusiveMinimum: true },
    '!',
    '',
  ],
  [
    'integers above 0 are equal to integers from 1',
    { ...whole, exclusiveMinimum: 0 },
    { ...whole, minimum: 1 },
    '-',
    '-',
  ],
  ['a minimum length of 0 is equal to no bound', text, { ...text, minLength: 0 }, '-', '-'],
  ['a bound of another type is not a difference', text, { ...text, minItems: 3 }, '-', '-'],
  [
    'a tighter bound breaks senders and a wider one breaks receivers',
    { ...whole, minimum: 1, maximum: 5 },
    { ...whole, minimum: 2, maximum: 6 },
    '!.',
    '.!',
  ],
  ['an added pattern breaks senders', text, { ...text, pattern: '^a' }, '!', ''],
  ['a removed pattern breaks receivers', { ...text, pattern: '^a' }, text, '', '!'],
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
    [
      `replacing a pattern by "${pattern}" breaks receivers`,
      { ...text, pattern: '^a+$' },
      { ...text, pattern },
      '',
      '!',
    ],
    [`replacing "${pattern}" by a pattern breaks senders`, { ...text, pattern }, { ...text, pattern: '^a+$' }, '!', ''],
    [`"${pattern}" is equal to no pattern`, text, { ...text, pattern }, '-', '-'],
  ]),
  ...['^a*$', '.', '.+', '^$', 'a|b', '(?=a).*', '\\b', '^(?:.{0,9})$', '['].map(
    (pattern): SchemaRow => [`"${pattern}" is compared as a pattern`, text, { ...text, pattern }, '!', ''],
  ),
  [
    'a pattern that accepts everything does not hide another pattern',
    { ...text, pattern: '^a' },
    { allOf: [{ ...text, pattern: '^a' }, { pattern: '.*' }] },
    '-',
    '-',
  ],
  ['a larger multiple breaks senders', { ...whole, multipleOf: 2 }, { ...whole, multipleOf: 4 }, '!', ''],
  ['a smaller multiple breaks receivers', { ...whole, multipleOf: 4 }, { ...whole, multipleOf: 2 }, '', '!'],
  // Lists.
  [
    'another type of items breaks both',
    { type: 'array', items: text },
    { type: 'array', items: whole },
    '!/[]',
    '!/[]',
  ],
  ['removing the type of items breaks receivers', { type: 'array', items: text }, { type: 'array' }, '/[]', '!/[]'],
  ['requiring unique items breaks senders', { type: 'array' }, { type: 'array', uniqueItems: true }, '!', ''],
  ['a longer list breaks receivers', { type: 'array', maxItems: 2 }, { type: 'array', maxItems: 3 }, '', '!'],
  [
    'another type of the first item breaks both',
    { type: 'array', prefixItems: [text] },
    { type: 'array', prefixItems: [whole] },
    '!/[0]',
    '!/[0]',
  ],
];

/**
 * Expands the short form of a row:
 * - `-` for no difference
 * - `.` or an empty text for a difference that breaks no caller
 * - `!` for a breaking difference
 * A path may follow.
 */
function expected(place: string, shortForm: string): string[] {
  if (shortForm === '-') return [];
  if (/^[!.]+$/.test(shortForm)) return [...shortForm].map((sign) => (sign === '!' ? `!${place}` : place));
  return [shortForm.startsWith('!') ? `!${place} ${shortForm.slice(1)}` : [place, shortForm].filter(Boolean).join(' ')];
}

describe('a change of a schema', () => {
  it.each([...valueRows, ...objectRows])('%s', (...[, before, after, sent, got]: SchemaRow) => {
    expect(
      differencePositions(documentWithRequestSchema(before, bases), documentWithRequestSchema(after, bases)),
      'sent',
    ).toEqual(expected('body application/json', sent));
    expect(
      differencePositions(documentWithResponseSchema(before, bases), documentWithResponseSchema(after, bases)),
      'got',
    ).toEqual(expected('response 200 application/json', got));
  });
});
