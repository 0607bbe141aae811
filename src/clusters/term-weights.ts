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
  const { byTerm, groupSizes } = shareOut(texts, groups);
  const all = groups.length;
  return Float32Array.from(texts.frequencies, (frequency, term) => {
    let learned = 0;
    for (const [group, count] of byTerm[term]!)
      learned += (count / frequency) * Math.log((count / frequency) * (all / groupSizes[group]!));
    return Math.sqrt((Math.max(0, learned) * frequency) / (frequency + doubt));
  });
}

/** Of each term, how many rows of each group have it. */
function shareOut({ offsets, terms, frequencies }: ReadTexts, groups: Int32Array) {
  const byTerm = Array.from(frequencies, () => new Map<number, number>());
  const groupSizes: number[] = [];
  for (const [row, group] of groups.entries()) {
    groupSizes[group] = (groupSizes[group] ?? 0) + 1;
    for (let place = offsets[row]!; place < offsets[row + 1]!; place++) {
      const counts = byTerm[terms[place]!]!;
      counts.set(group, (counts.get(group) ?? 0) + 1);
    }
  }
  return { byTerm, groupSizes };
}
