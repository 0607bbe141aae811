import { stemmedWordsOf } from './words.js';

/** Texts as rows of terms. Texts with the same terms share one row. */
export interface TermRows {
  /** Row of each text; -1 if it has no terms. */
  rowOf: Int32Array;
  /** Number of texts of each row. */
  copies: Int32Array;
  /** Terms that more than one text contains, the rarest first. Rows contain their indexes. */
  vocabulary: string[];
  /** Number of rows that contain each term. */
  frequencies: Int32Array;
  /**
   * Distinct terms of the rows, in ascending order: those of row r are at the indexes from `offsets[r]` to `offsets[r +
   * 1]`.
   */
  offsets: Int32Array;
  terms: Int32Array;
  /** Weight of each term in its row: 1, or more if the term is repeated. */
  termFrequencies: Float32Array;
}

/** Ids of a text's terms in ascending order, and how often each occurs. */
interface Terms {
  ids: Int32Array;
  times: Int32Array;
}

/** Converts texts to rows of terms. Omits terms that only one text contains, because they do not affect similarity. */
export function readTexts(texts: readonly string[]): TermRows {
  const { read, known } = numberWords(texts);
  const { rowOf, rows, copies } = distinctRows(read, countRows(read, known.length));
  const frequencies = countRows(rows, known.length);
  // The sort is stable: equally rare terms stay in the order of first occurrence.
  const used = [...known.keys()].filter((id) => frequencies[id]! > 0);
  const byRarity = Int32Array.from(used.sort((left, right) => frequencies[left]! - frequencies[right]!));
  return {
    rowOf,
    copies,
    vocabulary: Array.from(byRarity, (id) => known[id]!),
    frequencies: byRarity.map((id) => frequencies[id]!),
    ...concatenateRows(rows, byRarity, known.length),
  };
}

/** Returns the weight of a word from its number of occurrences; it grows logarithmically. */
export function termFrequencyWeight(times: number): number {
  return 1 + Math.log(times);
}

/** Counts the occurrences of each word, in order of first occurrence. */
export function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Replaces words by ids, numbered in order of first occurrence. */
function numberWords(texts: readonly string[]): { read: Terms[]; known: string[] } {
  const idOf = new Map<string, number>();
  const read = texts.map((text) => {
    const counts = countWords(stemmedWordsOf(text));
    for (const word of counts.keys()) if (!idOf.has(word)) idOf.set(word, idOf.size);
    const ids = Int32Array.from(counts.keys(), (word) => idOf.get(word)!);
    return sortTerms({ ids, times: Int32Array.from(counts.values()) });
  });
  return { read, known: [...idOf.keys()] };
}

function sortTerms({ ids, times }: Terms): Terms {
  const order = [...ids.keys()].sort((left, right) => ids[left]! - ids[right]!);
  return {
    ids: Int32Array.from(order, (place) => ids[place]!),
    times: Int32Array.from(order, (place) => times[place]!),
  };
}

/** Merges texts that are equal after the removal of terms that only one text contains. */
function distinctRows(read: readonly Terms[], inTexts: Int32Array) {
  const known = new Map<string, number>();
  const rows: Terms[] = [];
  const copies: number[] = [];
  const rowOf = Int32Array.from(read, ({ ids, times }) => {
    const isShared = (_: number, place: number): boolean => inTexts[ids[place]!]! > 1;
    const terms = { ids: ids.filter(isShared), times: times.filter(isShared) };
    if (terms.ids.length === 0) return -1;
    const key = `${terms.ids.join()} ${terms.times.join()}`;
    const row = known.get(key) ?? rows.push(terms) - 1;
    known.set(key, row);
    copies[row] = (copies[row] ?? 0) + 1;
    return row;
  });
  return { rowOf, rows, copies: Int32Array.from(copies) };
}

/** Counts the rows that contain each term. */
function countRows(rows: readonly Terms[], termCount: number): Int32Array {
  const counts = new Int32Array(termCount);
  for (const { ids } of rows) for (const id of ids) counts[id]!++;
  return counts;
}

/** Concatenates the rows and renumbers their terms by their position in `order`. */
function concatenateRows(rows: readonly Terms[], order: Int32Array, termCount: number) {
  const numberOf = new Int32Array(termCount);
  for (const [number, id] of order.entries()) numberOf[id] = number;
  const offsets = new Int32Array(rows.length + 1);
  for (const [row, { ids }] of rows.entries()) offsets[row + 1] = offsets[row]! + ids.length;
  const terms = new Int32Array(offsets[rows.length]!);
  const termFrequencies = new Float32Array(terms.length);
  for (const [row, { ids, times }] of rows.entries()) {
    const numbered = sortTerms({ ids: ids.map((id) => numberOf[id]!), times });
    terms.set(numbered.ids, offsets[row]!);
    termFrequencies.set(
      Float32Array.from(numbered.times, (times) => termFrequencyWeight(times)),
      offsets[row]!,
    );
  }
  return { offsets, terms, termFrequencies };
}
