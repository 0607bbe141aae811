import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createComparisonBudget } from '../../../../src/engine/change/diff/budget.js';
import { linesOf } from '../../../../src/engine/change/diff/line-diff.js';
import { type TextHunk, textHunks } from '../../../../src/engine/change/diff/text-hunks.js';
import { withinBounds } from '../../../support/cost.js';

const hunks = (before: string, after: string) => textHunks(before, after, createComparisonBudget());

/** Rebuilds the new text from the old text and the hunks. */
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
  it('convert the first text to the second, and back', () => {
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

  it('are correct for arbitrary text, including lone surrogates', () => {
    const any = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(any, any, (before, after) => {
        expect(applied(before, hunks(before, after))).toBe(after);
      }),
    );
    expect(applied('a \ud800 b\n', hunks('a \ud800 b\n', 'a \udc00 b\n'))).toBe('a \udc00 b\n');
  });

  it('are empty for equal texts, and contain only the added or removed lines', () => {
    expect(hunks('a\nb\n', 'a\nb\n')).toEqual([]);
    expect(hunks('a\nc\n', 'a\nb\nc\n')).toEqual([
      { start: 2, newStart: 2, removed: [], added: ['b'], words: [{ kind: 'added', text: 'b\n' }] },
    ]);
    expect(hunks('a\nb\n', 'a\n')).toMatchObject([{ start: 2, removed: ['b'], added: [] }]);
    expect(hunks('', 'a')).toMatchObject([{ start: 1, newStart: 1, removed: [], added: ['a'] }]);
  });

  it('compare words, or single characters in scripts without spaces', () => {
    const runs = (before: string, after: string) =>
      hunks(before, after).flatMap(({ words }) => words.map(({ kind, text: run }) => `${kind} ${run}`));
    expect(runs('the old way', 'the new way')).toEqual(['same the ', 'removed old', 'added new', 'same  way']);
    expect(runs('安装指南', '安装手册')).toEqual(['same 安装', 'removed 指南', 'added 手册']);
  });

  it('are separate if equal lines are between them', () => {
    expect(hunks('a\nb\nc\nd\n', 'A\nb\nc\nD\n')).toMatchObject([
      { start: 1, removed: ['a'], added: ['A'] },
      { start: 4, newStart: 4, removed: ['d'], added: ['D'] },
    ]);
  });
});

describe('the budget of text comparison', () => {
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

  it.each(shapes)('limits the CPU time for %s to 2 s, and the hunks are still correct', async (_, before, after) => {
    const all = await withinBounds({ cpu: 2 }, () => hunks(before, after));
    expect(applied(before, all) === after).toBe(true);
  });

  it('is shared by a hundred pages that are compared together', async () => {
    const budget = await withinBounds({ cpu: 2 }, () => {
      const shared = createComparisonBudget();
      for (let page = 0; page < 100; page++) {
        const [before, after] = [random(2000, 50 + page, '\n'), random(2000, 51 + page, '\n')];
        expect(applied(before, textHunks(before, after, shared)) === after).toBe(true);
      }
      return shared;
    });
    expect(budget.left).toBeLessThan(createComparisonBudget().left / 10);
    // Using up this budget takes half a second of CPU time. Such pages would also use up a larger budget.
    expect(createComparisonBudget().left).toBeLessThanOrEqual(40_000_000);
  });
});
