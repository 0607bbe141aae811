import { type ComparisonBudget, spend } from '../diff/budget.js';
import { editLimit } from '../diff/fewest-edits.js';
import { commonEnds, lineChanges } from '../diff/line-diff.js';

type Pairs = [number, number][];

/**
 * Pairs as many equal entries of two lists as possible, by index, in order. If the budget is too small, pairs only
 * equal entries at the beginning and the end of the lists.
 */
export function pairEqualInOrder(old: readonly number[], now: readonly number[], budget: ComparisonBudget): Pairs {
  const [inOld, inNow] = [new Set(old), new Set(now)];
  const left = [...old.keys()].filter((index) => inNow.has(old[index]!));
  const right = [...now.keys()].filter((index) => inOld.has(now[index]!));
  const pairs = pairEqual(
    left.map((index) => old[index]!),
    right.map((index) => now[index]!),
    budget,
  );
  return pairs.map(([one, other]) => [left[one]!, right[other]!]);
}

function pairEqual(old: number[], now: number[], budget: ComparisonBudget): Pairs {
  const { head, tail } = commonEnds(old, now);
  const [middle, newMiddle] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  return [
    ...pairRange(head, 0, 0),
    ...pairsBetweenEqualEnds(middle, newMiddle, budget).map(([one, other]): [number, number] => [
      head + one,
      head + other,
    ]),
    ...pairRange(tail, old.length - tail, now.length - tail),
  ];
}

function pairsBetweenEqualEnds(old: number[], now: number[], budget: ComparisonBudget): Pairs {
  const length = old.length + now.length;
  // The cost is an upper bound, because each edit may compare all entries.
  if (old.length === 0 || now.length === 0 || !spend(budget, length * Math.min(length, editLimit))) return [];
  const pairs: Pairs = [];
  let [at, newAt] = [0, 0];
  for (const { start, end, newEnd } of [...lineChanges(old, now), { start: old.length, end: 0, newEnd: 0 }]) {
    pairs.push(...pairRange(start - at, at, newAt));
    [at, newAt] = [end, newEnd];
  }
  return pairs;
}

function pairRange(length: number, start: number, newStart: number): Pairs {
  return Array.from({ length }, (_, index) => [start + index, newStart + index]);
}
