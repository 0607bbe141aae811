import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createComparisonBudget } from '../../../../src/engine/change/diff/budget.js';
import { linesOf } from '../../../../src/engine/change/diff/line-diff.js';
import { type TextHunk, textHunks } from '../../../../src/engine/change/diff/text-hunks.js';
import { withinBounds } from '../../../support/cost.js';

const hunks = (before: string, after: string) => textHunks(before, after, createComparisonBudget());

/** The text after, made of the text before and the hunks alone. */
function applied(before: string, all: TextHunk[]): string {
  const lines = linesOf(before);
  let at = 0;
  let text = '';
  for (const { start, removed, words } of all) {
    text += lines.slice(at, start - 1).join('');
    text += words.flatMap(({ kind, text: run }) => (kind === 'removed' ? [] : [run])).join('');
    at = start - 1 + removed.length;
  }
  return text + lines.slice(at).join('');
}

const text = fc
  .array(fc.constantFrom('one', 'two words', '', '指南を読む', '🅰️ mark', '  in', 'two  words'), { maxLength: 12 })
  .chain((lines) => fc.constantFrom(lines.join('\n'), lines.map((line) => `${line}\n`).join('')));

describe('the hunks of two texts', () => {
  it('make the one into the other, and back', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const all = hunks(before, after);
        expect(applied(before, all)).toBe(after);
        for (const { removed, words } of all) {
          const old = words.flatMap(({ kind, text: run }) => (kind === 'added' ? [] : [run])).join('');
          expect(linesOf(old).map((line) => line.replace(/\n$/, ''))).toEqual(removed);
        }
      }),
    );
  });

  it('also where any text, with lone surrogates, is compared', () => {
    const any = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(any, any, (before, after) => {
        expect(applied(before, hunks(before, after))).toBe(after);
      }),
    );
    expect(applied('a \ud800 b\n', hunks('a \ud800 b\n', 'a \udc00 b\n'))).toBe('a \udc00 b\n');
  });

  it('are none between equal texts, and name lines that were added or removed alone', () => {
    expect(hunks('a\nb\n', 'a\nb\n')).toEqual([]);
    expect(hunks('a\nc\n', 'a\nb\nc\n')).toEqual([
      { start: 2, newStart: 2, removed: [], added: ['b'], words: [{ kind: 'added', text: 'b\n' }] },
    ]);
    expect(hunks('a\nb\n', 'a\n')).toMatchObject([{ start: 2, removed: ['b'], added: [] }]);
    expect(hunks('', 'a')).toMatchObject([{ start: 1, newStart: 1, removed: [], added: ['a'] }]);
  });

  it('are of words, and of single characters where a script has no spaces', () => {
    const runs = (before: string, after: string) =>
      hunks(before, after).flatMap(({ words }) => words.map(({ kind, text: run }) => `${kind} ${run}`));
    expect(runs('the old way', 'the new way')).toEqual(['same the ', 'removed old', 'added new', 'same  way']);
    expect(runs('安装指南', '安装手册')).toEqual(['same 安装', 'removed 指南', 'added 手册']);
  });

  it('are several where equal lines stand between them', () => {
    expect(hunks('a\nb\nc\nd\n', 'A\nb\nc\nD\n')).toMatchObject([
      { start: 1, removed: ['a'], added: ['A'] },
      { start: 4, newStart: 4, removed: ['d'], added: ['D'] },
    ]);
  });
});

describe('the budget of comparing', () => {
  const random = (count: number, kinds: number, between: string) =>
    Array.from({ length: count }, (_, index) => `w${(index * 7919 + ((index * index) % 104729)) % kinds}`).join(
      between,
    );
  const megabyte = 1_048_576;
  const shapes: [string, string, string][] = [
    ['a line of 1 MB', 'a'.repeat(megabyte), 'b'.repeat(megabyte)],
    ['half a million empty lines', '\n'.repeat(megabyte / 2), ' \n'.repeat(megabyte / 2)],
    ['lines in another order', `${random(150_000, 50, '\n')}\n`, `${random(149_000, 49, '\n')}\n`],
    ['words in another order', random(150_000, 50, ' '), random(149_000, 49, ' ')],
    ['nothing but punctuation', '.!'.repeat(megabyte / 2), '!?'.repeat(megabyte / 2)],
    ['null bytes and lone surrogates', '\0\ud800'.repeat(megabyte / 4), '\ud800\0'.repeat(megabyte / 4)],
  ];

  it.each(shapes)('is bounded for %s: within 2 s of CPU, and still the truth', async (_, before, after) => {
    const all = await withinBounds({ cpu: 2 }, () => hunks(before, after));
    expect(applied(before, all) === after).toBe(true);
  });

  it('is shared: a hundred pages rewritten at once are bounded together', async () => {
    const budget = await withinBounds({ cpu: 2 }, () => {
      const shared = createComparisonBudget();
      for (let page = 0; page < 100; page++) {
        const [before, after] = [random(2000, 50 + page, '\n'), random(2000, 51 + page, '\n')];
        expect(applied(before, textHunks(before, after, shared)) === after).toBe(true);
      }
      return shared;
    });
    expect(budget.left).toBeLessThan(createComparisonBudget().left / 10);
    // What that takes is half a second of CPU; a larger budget would be spent as well.
    expect(createComparisonBudget().left).toBeLessThanOrEqual(40_000_000);
  });
});
