import type { QueryTerm } from './query.js';
import { type Counts, countsIn, countsOfPrefix } from './terms.js';

/** The pages that a query is asked of: what rare and long are measured by. */
export interface Corpus {
  pages: number;
  /** Sum of their lengths, in tokens. */
  length: number;
  /** Number of them that have a term of the query, in the order of its terms. */
  frequencies: readonly number[];
}

/** What ranking knows of a page. */
export interface RankedText {
  /** See `termsOf`. */
  terms: string;
  /** Tokens in all, and in the title. */
  length: number;
  titleLength: number;
}

/** BM25's own numbers: how soon repetition stops to count, and how much length does. */
const k1 = 1.2;
const b = 0.75;

/**
 * What a place is worth. Repetition counts at most k1 + 1 times, so that one word in the title outweighs any number in
 * headings and text, and one in a heading any number in the text.
 */
const weights = { title: 10, heading: 3, body: 1 };

/** A longer word that the last one begins is worth this much of it. */
const ofPrefix = 0.5;

/** How well a page answers a query: BM25 for each place, added up. The same numbers give the same score everywhere. */
export function scoreOf(text: RankedText, terms: readonly QueryTerm[], corpus: Corpus): number {
  const norm = 1 - b + (b * text.length) / Math.max(1, corpus.length / Math.max(1, corpus.pages));
  let [score, titled] = [0, 0];
  for (const [index, term] of terms.entries()) {
    const [worth, isTitled] = worthOfTerm(text, term, norm);
    score += weightOf(corpus, corpus.frequencies[index] ?? 0) * worth;
    if (isTitled) titled += 1;
  }
  // Of titles that have the words, the one that says little else is meant.
  return score + titled / Math.max(1, text.titleLength);
}

/** What the counts of a term are worth, before its rarity. */
export function worthOf({ title, heading, body }: Counts, norm: number): number {
  const places = weights.title * saturated(title, 1) + weights.heading * saturated(heading, 1);
  return places + weights.body * saturated(body, norm);
}

/** The rarity of a term: what few pages have says more. */
export function weightOf({ pages }: Corpus, frequency: number): number {
  return Math.log(1 + Math.max(0, pages - frequency + 0.5) / (frequency + 0.5));
}

/** Where only longer words are found, the places keep their order, for less. */
function worthOfTerm(text: RankedText, { token, prefix }: QueryTerm, norm: number): [worth: number, isTitled: boolean] {
  const counts = countsIn(text.terms, token) ?? { body: 0, heading: 0, title: 0 };
  const worth = worthOf(counts, norm);
  if (!prefix) return [worth, counts.title > 0];
  const longer = countsOfPrefix(text.terms, token);
  const all = {
    body: counts.body + longer.body,
    heading: counts.heading + longer.heading,
    title: counts.title + longer.title,
  };
  return [Math.max(worth, ofPrefix * worthOf(all, norm)), all.title > 0];
}

function saturated(count: number, norm: number): number {
  return (count * (k1 + 1)) / (count + k1 * norm);
}
