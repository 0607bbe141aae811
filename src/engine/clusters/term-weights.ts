import { columnsOf, sumsByGroup } from './rows.js';
import type { ReadTexts } from './texts.js';

/** How much each term counts before anything is known of groups: the rarer, the more. */
export function weightsByRarity({ frequencies, copies }: ReadTexts): Float32Array {
  return Float32Array.from(frequencies, (frequency) => 1 + Math.log(copies.length / frequency));
}

/** Terms of few rows seem to tell more of groups than they do: of so many rows, half of it is believed. */
const doubt = 2;

/**
 * How much each term counts, judged by groups of the rows: the root of what is learned of a row's group by hearing that the
 * term is in it (the divergence of the groups that have it from all). So the small words of any language lose their weight, and
 * those that some groups share and others lack gain it.
 */
export function weightsByGroups(texts: ReadTexts, groups: Int32Array): Float32Array {
  const { offsets, terms, frequencies } = texts;
  const all = groups.length;
  const groupSizes = new Float64Array(all);
  for (const group of groups) groupSizes[group]!++;
  const once = new Float32Array(terms.length).fill(1);
  const columns = columnsOf({ count: all, termCount: frequencies.length, offsets, terms, weights: once });
  const weights = new Float32Array(frequencies.length);
  let term = 0;
  for (const counts of sumsByGroup(columns, groups)) {
    const frequency = frequencies[term]!;
    const learned = counts.reduce(
      (sum, [group, count]) => sum + (count / frequency) * Math.log((count / frequency) * (all / groupSizes[group]!)),
      0,
    );
    weights[term++] = Math.sqrt((Math.max(0, learned) * frequency) / (frequency + doubt));
  }
  return weights;
}
