import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';
import { readSharedText } from '../../../support/shared-data.js';
import { answering, object, sending, type Written } from '../documents.js';

const text: Written = { type: 'string' };
const closed = (name: string): Written => ({ ...object({ [name]: text }, [name]), additionalProperties: false });
const tagged = (tag: string): Written => object({ kind: { const: tag }, a: text }, ['kind']);
const both = object({ a: text, b: text }, ['a', 'b']);
const either = [object({ a: text, b: text }, ['a']), object({ a: text, b: text }, ['b'])];

const breaks = (before: Json, after: Json): boolean =>
  diffDocuments(before, after).operations.some(({ isBreaking }) => isBreaking);

describe('variants of `oneOf` in a request that accept one value', () => {
  it.each<[title: string, before: Json, after: Json]>([
    ['objects with members of both', both, { oneOf: either }],
    ['objects with optional members alone', object({ a: text }), { oneOf: [object({ a: text }), object({ b: text })] }],
    ['whole numbers among numbers', { type: 'number' }, { oneOf: [{ type: 'number' }, { type: 'integer' }] }],
    [
      'texts of lengths that overlap',
      text,
      {
        oneOf: [
          { ...text, maxLength: 5 },
          { ...text, minLength: 3 },
        ],
      },
    ],
    [
      'numbers of ranges that overlap',
      { type: 'integer' },
      {
        oneOf: [
          { type: 'integer', minimum: 5 },
          { type: 'integer', maximum: 7 },
        ],
      },
    ],
    [
      'multiples of two numbers',
      { type: 'integer' },
      {
        oneOf: [
          { type: 'integer', multipleOf: 3 },
          { type: 'integer', multipleOf: 5 },
        ],
      },
    ],
    ['values that both list', { enum: ['a', 'b', 'c'] }, { oneOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }],
    [
      'lists',
      { type: 'array', items: text },
      {
        oneOf: [
          { type: 'array', items: text },
          { type: 'array', items: { maxLength: 5 } },
        ],
      },
    ],
    ['a variant that is new', { oneOf: [either[0]!] }, { oneOf: either }],
    ['variants of `anyOf` before', { anyOf: either }, { oneOf: either }],
    ['a `oneOf` within a variant', both, { oneOf: [{ oneOf: either }, { type: 'integer' }] }],
    ['variants that are choices', both, { oneOf: [{ oneOf: [either[0]!, { type: 'integer' }] }, either[1]!] }],
    [
      '`oneOf` beside members',
      both,
      { ...object({ a: text, b: text }), oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    ],
    [
      'variants by reference, with one pattern',
      object({ a: { ...text, pattern: '^a' } }, ['a']),
      { oneOf: [object({ a: { ...text, pattern: '^a' } }), { type: 'object', required: ['a'] }] },
    ],
    [
      'a tag that no longer separates them',
      { oneOf: [tagged('a'), tagged('b')] },
      { oneOf: [tagged('a'), object({ a: text })] },
    ],
  ])('break callers: %s', (_title, before, after) => {
    expect(breaks(sending(before), sending(after))).toBe(true);
    expect(breaks(sending(object({ in: before })), sending(object({ in: after })))).toBe(true);
    expect(diffDocuments(sending(after), sending(structuredClone(after))).operations).toEqual([]);
  });

  it.each<[title: string, before: Json, after: Json]>([
    ['a tag separates them', tagged('a'), { oneOf: [tagged('a'), tagged('b')] }],
    [
      'a tag of values separates them',
      object({ k: { enum: ['a'] } }, ['k']),
      { oneOf: [object({ k: { enum: ['a'] } }, ['k']), object({ k: { enum: ['b'] } }, ['k'])] },
    ],
    ['they refuse the members of one another', closed('a'), { oneOf: [closed('a'), closed('b')] }],
    ['their types separate them', text, { oneOf: [text, { type: 'integer' }] }],
    [
      'their lengths separate them',
      { ...text, maxLength: 2 },
      {
        oneOf: [
          { ...text, maxLength: 2 },
          { ...text, minLength: 3 },
        ],
      },
    ],
    [
      'values before were in none of what they share',
      { ...object({ a: text }, ['a']), additionalProperties: false },
      { oneOf: either },
    ],
    ['it is `anyOf`', both, { anyOf: [...either, both] }],
    ['they overlapped before as well', { oneOf: either }, { oneOf: [...either, { type: 'integer' }] }],
    [
      'their patterns may separate them',
      { ...text, pattern: '^a' },
      {
        oneOf: [
          { ...text, pattern: '^a' },
          { ...text, pattern: '^b' },
        ],
      },
    ],
    [
      'a nested choice refuses what both accept',
      tagged('a'),
      { oneOf: [tagged('a'), { oneOf: [tagged('b'), tagged('c')] }] },
    ],
  ])('break nobody if %s', (_title, before, after) => {
    expect(breaks(sending(before), sending(after))).toBe(false);
  });

  it('are told apart by a discriminator', () => {
    const discriminator = { propertyName: 'a' };
    const before = { oneOf: [either[0]!], discriminator };
    expect(breaks(sending(before), sending({ oneOf: either, discriminator }))).toBe(false);
  });

  it('break nobody in a response', () => {
    expect(breaks(answering({ oneOf: either }), answering({ oneOf: [...either] }))).toBe(false);
    expect(breaks(answering(both), answering({ oneOf: [both] }))).toBe(false);
  });

  const [from, to] = ['from', 'to'].map((name) => readSharedText(`inputs/30-oneof-that-overlaps/${name}.json`));
  it.skipIf(from === null)(
    `break callers of a real document${from === null ? ' (skipped: the shared data is absent)' : ''}`,
    () => {
      expect(breaks(JSON.parse(from!), JSON.parse(to!))).toBe(true);
    },
  );
});
