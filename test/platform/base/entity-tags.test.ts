import { describe, expect, it } from 'vitest';
import { matchesIfNoneMatch, readEntityTags, strongTexts } from '../../../src/platform/base/entity-tags.js';

// ETags and conditional requests: RFC 9110, 8.8.3 and 13.1.

const strong = (text: string) => ({ text, isWeak: false });
const weak = (text: string) => ({ text, isWeak: true });

describe('a list of entity tags', () => {
  it.each([
    ['"a"', [strong('a')]],
    ['W/"a"', [weak('a')]],
    ['"a", W/"b" ,"c"', [strong('a'), weak('b'), strong('c')]],
    ['"a,b"', [strong('a,b')]],
    ['""', [strong('')]],
    [',, "a",, "b",', [strong('a'), strong('b')]],
    ['*', '*'],
    [' * ', '*'],
  ])('%j is parsed', (header, expected) => {
    expect(readEntityTags(header)).toEqual(expected);
  });

  it.each([
    '',
    ' ',
    ',',
    'a',
    '"a',
    '"a" "b"',
    '"a""b"',
    'w/"a"',
    'W/ "a"',
    '"a", *',
    '*, "a"',
    '"a b"',
    `"a"${' '.repeat(9)}x`,
  ])('%j is invalid', (header) => {
    expect(readEntityTags(header)).toBeNull();
  });
});

it('`If-None-Match` compares weakly: `W/` makes no difference, and `*` matches every tag', () => {
  const known = ['"a"', 'W/"a"', '"b", "a"', '*'];
  expect(known.filter((header) => !matchesIfNoneMatch(header, '"a"'))).toEqual([]);
  const unknown = [undefined, '"b"', 'a', 'W/"b"'];
  expect(unknown.filter((header) => matchesIfNoneMatch(header, '"a"'))).toEqual([]);
});

it('`If-Match` compares strongly: weak tags are ignored', () => {
  expect(strongTexts([strong('a'), weak('b')])).toEqual(['a']);
});
