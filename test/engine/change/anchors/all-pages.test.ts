import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommentableBlock, commentableBlocks } from '../../../../src/engine/change/anchors/commentable-blocks.js';
import { pairBlocks, pairTexts } from '../../../../src/engine/change/anchors/pair-blocks.js';
import { createComparisonBudget } from '../../../../src/engine/change/diff/budget.js';
import { withinBounds } from '../../../support/cost.js';
import { seeds } from '../../../support/properties.js';
import { randomFrom } from '../../../support/random.js';
import { collectBlocks, similarity } from './oracle.js';

const pairs = (before: string, after: string) => pairTexts(before, after, createComparisonBudget());

const words = fc.array(fc.constantFrom('one', 'two', 'three', 'four', 'five', '指南', 'a_b', '`x`'), {
  minLength: 1,
  maxLength: 5,
});
const line = words.map((chosen) => chosen.join(' '));
const block = fc.oneof(
  line,
  line.map((text) => `## ${text}`),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
  fc.array(line, { maxLength: 3 }).map((lines) => ['```', ...lines, '}', '```'].join('\n')),
  fc.tuple(line, line).map(([head, cell]) => `| ${head} |\n|---|\n| ${cell} |\n| ${cell} |`),
  line.map((text) => `{% hint style="info" %}\n${text}\n{% endhint %}`),
  line.map((text) => `![${text}](${text.length}.png)`),
  fc.constant('---'),
);
const page = fc.array(block, { maxLength: 8 }).map(pageOf);

function pageOf(blocks: readonly string[]): string {
  return blocks.map((one) => `${one}\n`).join('\n');
}

describe('pairing the blocks of two arbitrary pages', () => {
  it('pairs each block with itself if the pages are equal', () => {
    fc.assert(
      fc.property(page, (text) => {
        const keys = commentableBlocks(text).map(({ key }) => key);
        expect([...pairs(text, text)]).toEqual(keys.map((key) => [key, key]));
      }),
    );
  });

  it('is one to one, deterministic, and only pairs existing blocks that are at least half alike', () => {
    fc.assert(
      fc.property(page, page, (before, after) => {
        const found = pairs(before, after);
        const [old, now] = [before, after].map(
          (text) => new Map(collectBlocks(text).map((one) => [one.key, one.text])),
        );
        expect(new Set(found.values()).size).toBe(found.size);
        for (const [key, later] of found) {
          expect(similarity(old!.get(key)!, now!.get(later)!)).toBeGreaterThanOrEqual(0.5);
        }
        expect([...pairs(before, after)]).toEqual([...found]);
      }),
    );
  });

  it('keeps every comment on its block when blocks are inserted at any position', () => {
    const added = fc.array(fc.tuple(fc.nat(8), fc.constantFrom('Unrelated.', '# Another', '***Bold*** text')), {
      maxLength: 4,
    });
    // A dividing paragraph between the blocks keeps an inserted block from joining or splitting two lists or quotes.
    const apart = fc
      .array(block, { maxLength: 8 })
      .map((blocks) => blocks.flatMap((one, index) => [one, `Divides ${index}.`]));
    fc.assert(
      fc.property(apart, added, (blocks, additions) => {
        const later = [...blocks];
        for (const [at, text] of additions) later.splice(at, 0, text);
        const [old, now] = [commentableBlocks(pageOf(blocks)), commentableBlocks(pageOf(later))];
        const foreign = new Set(['Unrelated.', 'Another', 'Bold text']);
        const expected = now.filter(({ text }) => !foreign.has(text)).map(({ key }) => key);
        expect([...pairBlocks(old, now, createComparisonBudget()).values()]).toEqual(expected);
        expect(old).toHaveLength(expected.length);
      }),
    );
  });

  it('finds every block of a shuffled page if all texts differ', () => {
    for (const seed of seeds(20)) {
      const random = randomFrom(seed);
      const kinds = ['## ', '', '> ', '- '];
      const blocks = Array.from(
        { length: 30 },
        (_, index) => `${kinds[random(4)]}w${index} and ${random(9)}\n\n<!-- ${index} -->`,
      );
      const shuffled = [...blocks];
      for (let at = shuffled.length - 1; at > 0; at--) {
        const other = random(at + 1);
        [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
      }
      const found = pairs(pageOf(blocks), pageOf(shuffled));
      const [old, now] = [blocks, shuffled].map(
        (parts) => new Map(collectBlocks(pageOf(parts)).map((one) => [one.key, one])),
      );
      expect(found.size).toBe(old!.size);
      for (const [key, later] of found) {
        const { type, text } = old!.get(key)!;
        expect(now!.get(later)).toMatchObject({ type, text });
      }
    }
  });
});

describe('the budget of pairing', () => {
  const lines = (count: number, text: (index: number) => string): CommentableBlock[] =>
    Array.from({ length: count }, (_, index) => ({ key: `${index}`, type: 'code-line', text: text(index) }));
  const long = (kinds: number) =>
    lines(1, () => Array.from({ length: 200_000 }, (_, index) => `w${(index * 7919) % kinds}`).join(' '));
  const shapes: Record<string, { before: CommentableBlock[]; after: CommentableBlock[]; found: number }> = {
    '100,000 equal lines, one added': {
      before: lines(100_000, () => 'same'),
      after: lines(100_001, () => 'same'),
      found: 100_000,
    },
    '10,000 lines that all differ': {
      before: lines(10_000, (index) => `a ${index} b`),
      after: lines(10_000, (index) => `c x${index} d`),
      found: 0,
    },
    '10,000 lines that are all alike': {
      before: lines(10_000, (index) => `a b c ${index}`),
      after: lines(10_000, (index) => `a b c x${index}`),
      found: 0,
    },
    '1,000 lines that are all alike': {
      before: lines(1_000, (index) => `a b c ${index}`),
      after: lines(1_000, (index) => `a b c x${index}`),
      found: 1_000,
    },
    '100,000 lines of few kinds in another order': {
      before: lines(100_000, (index) => `a ${(index * 7919) % 50}`),
      after: lines(100_000, (index) => `a ${(index * 104_729) % 49}`),
      found: 1,
    },
    '100,000 lines backwards': {
      before: lines(100_000, (index) => `a ${index}`),
      after: lines(100_000, (index) => `a ${99_999 - index}`),
      found: 100_000,
    },
    'two texts of a megabyte': { before: long(50), after: long(49), found: 0 },
  };

  it.each(Object.entries(shapes))('limits the CPU time for %s to 1 s', async (_, { before, after, found }) => {
    const pairing = await withinBounds({ cpu: 1 }, () => pairBlocks(before, after, createComparisonBudget()));
    expect(pairing.size).toBe(found);
    expect(new Set(pairing.values()).size).toBe(found);
  });

  it('is used up by pairing; without a budget, only exact matches are found', () => {
    const [before, after] = ['# Title\n\none two three\n\nfour\n', '# Title\n\none two three four\n\nfour\n'];
    const budget = createComparisonBudget();
    expect(pairTexts(before, after, budget).size).toBe(3);
    expect(budget.left).toBeLessThan(createComparisonBudget().left);
    expect(pairTexts(before, after, { left: 0 }).size).toBe(2);
  });
});
