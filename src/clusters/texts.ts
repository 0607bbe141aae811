import { wordsOf } from './words.js';

/** Texts as rows of terms. Texts of the same words in the same order are one row. */
export interface ReadTexts {
  /** Of each text its row; -1 where it has no words. */
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

/** Reads texts. A term that one text alone has tells of no likeness and is left out. */
export function readTexts(texts: readonly string[]): ReadTexts {
  const { rowOf, rows, copies } = distinctRows(texts);
  const { vocabulary, frequencies } = vocabularyOf(rows, copies);
  const idOf = new Map(vocabulary.map((term, id) => [term, id]));
  const told = rows.map((row) =>
    [...row].filter(([term]) => idOf.has(term)).map(([term, times]) => ({ id: idOf.get(term)!, times })),
  );
  const offsets = new Int32Array(rows.length + 1);
  for (const [row, { length }] of told.entries()) offsets[row + 1] = offsets[row]! + length;
  const sorted = told.flatMap((row) => row.sort((one, other) => one.id - other.id));
  const terms = Int32Array.from(sorted, ({ id }) => id);
  const said = Float32Array.from(sorted, ({ times }) => saidOf(times));
  return { rowOf, copies: Int32Array.from(copies), vocabulary, frequencies, offsets, terms, said };
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
  const known = new Map<string, number>();
  const rowOf = new Int32Array(texts.length).fill(-1);
  const rows: Map<string, number>[] = [];
  const copies: number[] = [];
  for (const [index, text] of texts.entries()) {
    const words = wordsOf(text);
    if (words.length === 0) continue;
    const key = words.join(' ');
    const row = known.get(key) ?? rows.push(countWords(words)) - 1;
    known.set(key, row);
    copies[row] = (copies[row] ?? 0) + 1;
    rowOf[index] = row;
  }
  return { rowOf, rows, copies };
}

function vocabularyOf(rows: Map<string, number>[], copies: number[]) {
  const inRows = new Map<string, number>();
  const inTexts = new Map<string, number>();
  for (const [row, terms] of rows.entries())
    for (const term of terms.keys()) {
      inRows.set(term, (inRows.get(term) ?? 0) + 1);
      inTexts.set(term, (inTexts.get(term) ?? 0) + copies[row]!);
    }
  // The sort is stable: terms that are equally rare stay in the order of their first.
  const kept = [...inRows].filter(([term]) => inTexts.get(term)! > 1).sort(([, one], [, other]) => one - other);
  return { vocabulary: kept.map(([term]) => term), frequencies: Int32Array.from(kept, ([, count]) => count) };
}
