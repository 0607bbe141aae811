import type { ComparisonBudget } from '../diff/budget.js';
import { type BlockNumbers, numberBlocks } from './block-numbers.js';
import { type CommentableBlock, commentableBlocks } from './commentable-blocks.js';
import { pairEqualInOrder } from './equal-blocks.js';
import { addPair, type Gap, gapsOf, type Pairing, unpaired } from './gaps.js';
import { pairMostSimilar } from './pair-most-similar.js';
import { createTextComparison } from './text-similarity.js';
import { pairUnique } from './unique-blocks.js';

/** Same as `pairBlocks`, for two texts of a page without front matter. */
export function pairTexts(before: string, after: string, budget: ComparisonBudget): Map<string, string> {
  return pairBlocks(commentableBlocks(before), commentableBlocks(after), budget);
}

/**
 * Maps each block of a page before a change to its block after the change. The result maps old keys to new keys, one to
 * one, in the order before the change. A block that is not in the result is lost.
 *
 * Blocks are paired in these steps:
 * - Blocks that occur once before and once after, at any position.
 * - Between these pairs, equal blocks in order.
 * - Then blocks of the same type with a similarity of at least 0.5.
 *
 * In equal lists, each block is paired with itself. The inputs must be in reading order with unique keys. Blocks that
 * are not unique use budget in proportion to the differences. If the budget is too small, equal blocks are paired only
 * from both ends of a gap, and fewer or no similar blocks are paired. Similar blocks are also not paired in a gap with
 * over a million pairs of one type (`pair-most-similar.ts`).
 */
export function pairBlocks(
  before: readonly CommentableBlock[],
  after: readonly CommentableBlock[],
  budget: ComparisonBudget,
): Map<string, string> {
  const pairing: Pairing = { afterByBefore: before.map(() => unpaired), beforeByAfter: after.map(() => unpaired) };
  const numbers = numberBlocks(before, after);
  pairUnique(numbers.whole, pairing);
  pairUnique(numbers.text, pairing);
  pairInGaps(pairing, equalPairFinder(numbers, budget));
  pairInGaps(pairing, similarPairFinder({ before, after }, budget));
  return new Map(
    before.flatMap(({ key }, old) => {
      const found = after[pairing.afterByBefore[old]!];
      return found ? [[key, found.key]] : [];
    }),
  );
}

/** Returns pairs of blocks in a gap, by index. */
type FindPairs = (gap: Gap) => [number, number][];

function pairInGaps(pairing: Pairing, pairsIn: FindPairs): void {
  for (const gap of gapsOf(pairing)) {
    for (const [old, now] of pairsIn(gap)) addPair(pairing, old, now);
  }
}

/** Pairs equal blocks of a gap. */
function equalPairFinder({ whole }: BlockNumbers, budget: ComparisonBudget): FindPairs {
  return ({ old, now }) => {
    const numbers = [old.map((index) => whole.before[index]!), now.map((index) => whole.after[index]!)] as const;
    return pairEqualInOrder(...numbers, budget).map(([one, other]) => [old[one]!, now[other]!]);
  };
}

/** Pairs similar blocks of a gap, one type at a time. */
function similarPairFinder(
  { before, after }: Record<'before' | 'after', readonly CommentableBlock[]>,
  budget: ComparisonBudget,
): FindPairs {
  const comparing = createTextComparison(budget);
  return (gap) => {
    const types = new Set(gap.old.map((index) => before[index]!.type));
    return [...types].flatMap((type) => {
      const old = gap.old.filter((index) => before[index]!.type === type);
      const now = gap.now.filter((index) => after[index]!.type === type);
      const texts = [old.map((index) => before[index]!.text), now.map((index) => after[index]!.text)] as const;
      return pairMostSimilar(...texts, comparing).map(([one, other]): [number, number] => [old[one]!, now[other]!]);
    });
  };
}
