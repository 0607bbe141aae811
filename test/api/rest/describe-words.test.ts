import { describe, expect, it } from 'vitest';
import { createRewriter, rewriteTexts } from '../../../src/api/rest/openapi/describe-words.js';
import { compileOperations } from '../../../src/api/rest/operations.js';
import { toySchema } from './toy.js';

const schema = toySchema(
  `enum Colour { RED DARK_BLUE } enum Wine { RED WHITE } type Query { colour: Colour, wine: Wine }
   type Mutation { paint(colour: Colour): Int }`,
  { values: { Colour: { RED: 'red', DARK_BLUE: 'dark-blue' }, Wine: { RED: 'rosso', WHITE: 'bianco' } } },
);
const { operations } = compileOperations(schema, [
  `mutation paintHouse($colour: Colour) @route(method: POST, path: "/v1/paint", status: 204) { paint(colour: $colour) }`,
]);
const wording = createRewriter(schema, operations);

describe('rewording a description for REST', () => {
  it('replaces an error code, quoted or not, with its status, and a mutation with its operation', () => {
    expect(wording('NOT_FOUND, or `CONFLICT`: `paint` it.')).toBe('404, or 409: `paintHouse` it.');
  });

  it('replaces an enum value with its documented value, unless two enums disagree', () => {
    expect(wording('`DARK_BLUE`, `WHITE` or `RED`')).toBe('`dark-blue`, `bianco` or `RED`');
  });

  it('leaves other words, and words that only begin with an error code', () => {
    expect(wording('`house` TIMEOUTS x.CONFLICTED')).toBe('`house` TIMEOUTS x.CONFLICTED');
  });

  it('changes descriptions and summaries at any depth, but not examples', () => {
    const text = { description: 'CONFLICT' };
    expect(rewriteTexts({ a: [text], summary: 'CONFLICT', title: 'CONFLICT', example: text }, wording)).toEqual({
      a: [{ description: '409' }],
      summary: '409',
      title: 'CONFLICT',
      example: text,
    });
  });
});
