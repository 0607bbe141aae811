import { sumsByGroup, toColumns } from './rows.js';
import type { TermRows } from './texts.js';

/** Returns the weight of each term when no groups are known yet: the rarer the term, the higher. */
export function weightsByRarity({ frequencies, copies }: TermRows): Float32Array {
  return Float32Array.from(frequencies, (frequency) => 1 + Math.log(copies.length / frequency));
}

/**
 * Terms in few rows look more distinctive than they are. If a term occurs in this many rows, its weight is halved
 * before the square root is taken.
 */
const rowsForHalfWeight = 2;

/**
 * Returns the weight of each term for distinguishing groups of rows. It is the square root of the information gain. The
 * gain is the divergence between the groups that contain the term and all groups. Common words of any language get a
 * low weight, and words that only some groups use a high one.
 */
export function weightsByGroups(texts: TermRows, groups: Int32Array): Float32Array {
  const { offsets, terms, frequencies } = texts;
  const all = groups.length;
  const groupSizes = new Float64Array(all);
  for (const group of groups) groupSizes[group]!++;
  const once = new Float32Array(terms.length).fill(1);
  const columns = toColumns({ count: all, termCount: frequencies.length, offsets, terms, weights: once });
  const weights = new Float32Array(frequencies.length);
  let term = 0;
  for (const counts of sumsByGroup(columns, groups)) {
    const frequency = frequencies[term]!;
    const learned = counts.reduce(
      (sum, [group, count]) => sum + (count / frequency) * Math.log((count / frequency) * (all / groupSizes[group]!)),
      0,
    );
    weights[term++] = Math.sqrt((Math.max(0, learned) * frequency) / (frequency + rowsForHalfWeight));
  }
  return weights;
}
