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

type Terms = ReadonlyMap<string, number>;

/** Reads texts. A term that one text alone has tells of no likeness and is left out. */
export function readTexts(texts: readonly string[]): ReadTexts {
  const { rowOf, rows, copies } = distinctRows(texts);
  const frequencies = countRows(rows);
  // The sort is stable: terms that are equally rare stay in the order of their first.
  const byRarity = [...frequencies].sort(([, one], [, other]) => one - other);
  const idOf = new Map(byRarity.map(([term], id) => [term, id]));
  const offsets = new Int32Array(rows.length + 1);
  for (const [row, { size }] of rows.entries()) offsets[row + 1] = offsets[row]! + size;
  const placed = rows.flatMap((row) =>
    Array.from(row, ([term, times]) => ({ id: idOf.get(term)!, times })).sort((one, other) => one.id - other.id),
  );
  return {
    rowOf,
    copies: Int32Array.from(copies),
    vocabulary: byRarity.map(([term]) => term),
    frequencies: Int32Array.from(byRarity, ([, frequency]) => frequency),
    offsets,
    terms: Int32Array.from(placed, ({ id }) => id),
    said: Float32Array.from(placed, ({ times }) => saidOf(times)),
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

function distinctRows(texts: readonly string[]) {
  const read = texts.map((text) => countWords(wordsOf(text)));
  const inTexts = countRows(read);
  const known = new Map<string, number>();
  const rows: Terms[] = [];
  const copies: number[] = [];
  const rowOf = Int32Array.from(read, (terms) => {
    const shared = [...terms]
      .filter(([term]) => inTexts.get(term)! > 1)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    if (shared.length === 0) return -1;
    const key = shared.join(' ');
    const row = known.get(key) ?? rows.push(new Map(shared)) - 1;
    known.set(key, row);
    copies[row] = (copies[row] ?? 0) + 1;
    return row;
  });
  return { rowOf, rows, copies };
}

/** In how many rows each term is, in the order of their first. */
function countRows(rows: readonly Terms[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const terms of rows) for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
