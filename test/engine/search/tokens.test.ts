import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../src/engine/search/fold.js';
import { parseQuery } from '../../../src/engine/search/query.js';
import { runsOf, tokensOf } from '../../../src/engine/search/tokens.js';

/**
 * Generates characters of many scripts, including marks, joiners, ligatures, and characters that case folding changes.
 */
const letters = fc.constantFrom(
  ...'aB1é́đĐßﬁﬂ½㈠①Ⅷ東京都の天気ｶﾞガが한국어ㄱสวัสดีمُحَمَّدשלוםñÅΑάςΣЁйıİ😀ﷺ𝒜𠮷',
  'e\u0301',
  'ga\u3099',
  ' ',
  '-',
  '"',
  '_',
  '\u200d',
  '\ud800',
  "'",
  '*',
);
const texts = fc.oneof(
  fc.array(letters, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);

describe('folding', () => {
  it('does not change folded text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });

  it('gives the same result for all normalization forms of a text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
      }),
    );
  });

  it.each([
    ['Đường', 'duong'],
    ['Straße', 'strasse'],
    ['ŁÓDŹ', 'lodz'],
    ['Ｗｉｄｅ', 'wide'],
    ['ガ', 'ガ'],
    ['か\u3099', 'が'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'],
  ])('turns %s into %s', (text, folded) => expect(fold(text)).toBe(folded));
});

describe('tokens', () => {
  it('are 1 to 64 letters, digits and marks', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const token of tokensOf(text)) expect(token).toMatch(/^[\p{L}\p{M}\p{N}]{1,64}$/u);
      }),
    );
  });

  it('are the same from `tokensOf` and `runsOf`, and do not change when tokenized again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const tokens = tokensOf(text);
        expect([...runsOf(text)].flatMap((run) => run.map((token) => token.text))).toEqual(tokens);
        expect(tokensOf(tokens.join(' '))).toEqual(tokens);
        expect(tokensOf(text, 3)).toEqual(tokens.slice(0, 3));
      }),
    );
  });

  it('have ranges in text order, and each range contains its token', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let last = 0;
        for (const { text: token, start, end } of [...runsOf(text)].flat()) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(tokensOf(text.slice(start, end)).join('')).toContain(token);
          last = start;
        }
      }),
    );
  });

  it.each([
    ['Install the app', ['install', 'the', 'app']],
    ['node.js snake_case', ['node', 'js', 'snake', 'case']],
    ['東京都', ['東京', '京都']],
    ['東', ['東']],
    ['API文書', ['api', '文書']],
    ['문서를', ['문서', '서를']],
    ['', []],
    ['*"()', []],
  ])('of %j are %j', (text, tokens) => expect(tokensOf(text)).toEqual(tokens));
});

describe('a query', () => {
  it('is parsed from any text, within its limits', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { terms, phrases } = parseQuery(text);
        expect(terms.length).toBeLessThanOrEqual(32);
        expect(phrases.length).toBeLessThanOrEqual(32);
        expect(terms.filter(({ prefix }) => prefix).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('treats the last word as a prefix, unless it is one letter, quoted, or split into pairs of characters', () => {
    const unfinished = (text: string) => parseQuery(text).terms.find(({ prefix }) => prefix)?.token;
    expect(unfinished('install ap')).toBe('ap');
    expect(unfinished('install a')).toBeUndefined();
    expect(unfinished('install "the app"')).toBeUndefined();
    expect(unfinished('install "the app')).toBe('app');
    expect(unfinished('東京')).toBeUndefined();
    expect(unfinished('東')).toBe('東');
  });

  it('has phrases for quoted words, and for words that are split into pairs of characters', () => {
    expect(parseQuery('a "b c" d').phrases).toEqual([['b', 'c']]);
    expect(parseQuery('東京都').phrases).toEqual([['東京', '京都']]);
    expect(parseQuery('"b"').phrases).toEqual([]);
  });
});
