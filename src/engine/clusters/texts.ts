import { wordsOf } from './words.js';

/** Texts as rows of terms. Texts of the same terms are one row. */
export interface ReadTexts {
  /** Of each text its row; -1 where it has no terms. */
  rowOf: Int32Array;
  /** Of each row how many texts it stands for. */
  copies: Int32Array;
  /** The terms that more than one text has, the rarest first; rows name them by their place here. */
  vocabulary: string[];
  /** In how many rows each term is. */
  frequencies: Int32Array;
  /** The terms of the rows, each once, ascending: those of row r from `offsets[r]` to `offsets[r + 1]`. */
  offsets: Int32Array;
  terms: Int32Array;
  /** How much each is said there: 1, and more where it is repeated. */
  said: Float32Array;
}

/** The terms of a text as numbers, ascending, each with how many times it is said. */
interface Terms {
  ids: Int32Array;
  times: Int32Array;
}

/** Reads texts. A term that one text alone has tells of no likeness and is left out. */
export function readTexts(texts: readonly string[]): ReadTexts {
  const { read, known } = intern(texts);
  const { rowOf, rows, copies } = distinctRows(read, countRows(read, known.length));
  const frequencies = countRows(rows, known.length);
  // The sort is stable: terms that are equally rare stay in the order of their first.
  const used = [...known.keys()].filter((id) => frequencies[id]! > 0);
  const byRarity = Int32Array.from(used.sort((one, other) => frequencies[one]! - frequencies[other]!));
  return {
    rowOf,
    copies,
    vocabulary: Array.from(byRarity, (id) => known[id]!),
    frequencies: byRarity.map((id) => frequencies[id]!),
    ...placed(rows, byRarity, known.length),
  };
}

/** How much is said by a word that a text has so many times: the tenth time says less than the first. */
export function saidOf(times: number): number {
  return 1 + Math.log(times);
}

/** How many times a text has each of its words, in the order of their first. */
export function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Every word as a number, in the order of their first. */
function intern(texts: readonly string[]): { read: Terms[]; known: string[] } {
  const idOf = new Map<string, number>();
  const read = texts.map((text) => {
    const counts = countWords(wordsOf(text));
    for (const word of counts.keys()) if (!idOf.has(word)) idOf.set(word, idOf.size);
    const ids = Int32Array.from(counts.keys(), (word) => idOf.get(word)!);
    return sorted({ ids, times: Int32Array.from(counts.values()) });
  });
  return { read, known: [...idOf.keys()] };
}

function sorted({ ids, times }: Terms): Terms {
  const order = [...ids.keys()].sort((one, other) => ids[one]! - ids[other]!);
  return {
    ids: Int32Array.from(order, (place) => ids[place]!),
    times: Int32Array.from(order, (place) => times[place]!),
  };
}

/** The texts that differ once the terms that one text alone has are left out. */
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

/** In how many rows each term is. */
function countRows(rows: readonly Terms[], termCount: number): Int32Array {
  const counts = new Int32Array(termCount);
  for (const { ids } of rows) for (const id of ids) counts[id]!++;
  return counts;
}

/** The rows one after the other, their terms numbered by their place in an order of all. */
function placed(rows: readonly Terms[], order: Int32Array, termCount: number) {
  const numberOf = new Int32Array(termCount);
  for (const [number, id] of order.entries()) numberOf[id] = number;
  const offsets = new Int32Array(rows.length + 1);
  for (const [row, { ids }] of rows.entries()) offsets[row + 1] = offsets[row]! + ids.length;
  const terms = new Int32Array(offsets[rows.length]!);
  const said = new Float32Array(terms.length);
  for (const [row, { ids, times }] of rows.entries()) {
    const numbered = sorted({ ids: ids.map((id) => numberOf[id]!), times });
    terms.set(numbered.ids, offsets[row]!);
    said.set(
      Float32Array.from(numbered.times, (times) => saidOf(times)),
      offsets[row]!,
    );
  }
  return { offsets, terms, said };
}
