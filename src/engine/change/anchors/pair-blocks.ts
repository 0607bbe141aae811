import type { ComparisonBudget } from '../diff/budget.js';
import { type CommentableBlock, commentableBlocks } from './commentable-blocks.js';
import { equalInOrder } from './equal-blocks.js';
import { type Faces, facesOf } from './faces.js';
import { type Gap, gapsOf, none, type Pairing, pair } from './gaps.js';
import { comparingWith } from './likeness.js';
import { mostAlike } from './most-alike.js';
import { pairUnique } from './unique-blocks.js';

/** As `pairBlocks`, of two texts of a page, without front matter. */
export function pairTexts(before: string, after: string, budget: ComparisonBudget): Map<string, string> {
  return pairBlocks(commentableBlocks(before), commentableBlocks(after), budget);
}

/**
 * Finds what the blocks of a page became: the key after by the key before, one to one, in the order before; a block that
 * is not in it is lost. Paired are what occurs once before and once after, wherever it stands; then, between what is
 * paired, equal blocks in order; then blocks of one type that are at least half alike. Of equal lists, each with itself.
 *
 * In: blocks in reading order, their keys unique. Blocks that are not unique spend budget, in proportion to the differences; if
 * that does not suffice, equal blocks are paired from both ends of a gap only, and fewer or none that are only alike. A
 * gap of over a million pairs of one type (`most-alike.ts`) has none of those either.
 */
export function pairBlocks(
  before: readonly CommentableBlock[],
  after: readonly CommentableBlock[],
  budget: ComparisonBudget,
): Map<string, string> {
  const pairing: Pairing = { to: before.map(() => none), from: after.map(() => none) };
  const faces = facesOf(before, after);
  pairUnique(faces.whole, pairing);
  pairUnique(faces.text, pairing);
  pairInGaps(pairing, equalIn(faces, budget));
  pairInGaps(pairing, alikeIn({ before, after }, budget));
  return new Map(
    before.flatMap(({ key }, old) => {
      const found = after[pairing.to[old]!];
      return found ? [[key, found.key]] : [];
    }),
  );
}

/** Answers which blocks of a gap belong together, by index. */
type PairsIn = (gap: Gap) => [number, number][];

function pairInGaps(pairing: Pairing, pairsIn: PairsIn): void {
  for (const gap of gapsOf(pairing)) {
    for (const [old, now] of pairsIn(gap)) pair(pairing, old, now);
  }
}

/** Equal blocks of a gap. */
function equalIn({ whole }: Faces, budget: ComparisonBudget): PairsIn {
  return ({ old, now }) => {
    const faces = [old.map((index) => whole.before[index]!), now.map((index) => whole.after[index]!)] as const;
    return equalInOrder(...faces, budget).map(([one, other]) => [old[one]!, now[other]!]);
  };
}

/** Blocks of a gap that are alike, type by type. */
function alikeIn(
  { before, after }: Record<'before' | 'after', readonly CommentableBlock[]>,
  budget: ComparisonBudget,
): PairsIn {
  const comparing = comparingWith(budget);
  return (gap) => {
    const types = new Set(gap.old.map((index) => before[index]!.type));
    return [...types].flatMap((type) => {
      const old = gap.old.filter((index) => before[index]!.type === type);
      const now = gap.now.filter((index) => after[index]!.type === type);
      const texts = [old.map((index) => before[index]!.text), now.map((index) => after[index]!.text)] as const;
      return mostAlike(...texts, comparing).map(([one, other]): [number, number] => [old[one]!, now[other]!]);
    });
  };
}
