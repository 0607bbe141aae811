import type { QueryTerm } from './query.js';
import { type Counts, countsIn, countsOfPrefix } from './terms.js';

/** How much there is to search. */
export interface Size {
  pages: number;
  /** Sum of the lengths of the pages, in tokens. */
  length: number;
}

/** The pages that a query is asked of: what rare and long are measured by. */
export interface Corpus extends Size {
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

/** How often a text has a term. */
export interface TermCounts {
  exact: Counts;
  /** Of the longer tokens that it begins, where they count too. */
  longer?: Counts;
}

/** How well a page answers a query: BM25 for each place, added up. The same numbers give the same score everywhere. */
export function scoreOf(text: RankedText, terms: readonly QueryTerm[], corpus: Corpus): number {
  let [score, titled] = [0, 0];
  for (const [index, term] of terms.entries()) {
    const { worth, isTitled } = worthOfTerm(text, countsOf(text, term), corpus);
    score += weightOf(corpus, corpus.frequencies[index] ?? 0) * worth;
    if (isTitled) titled += 1;
  }
  return score + worthOfTitle(text, titled);
}

/** Of titles that have the words, the one that says little else is meant. `titled` is how many terms a title has. */
export function worthOfTitle({ titleLength }: Pick<RankedText, 'titleLength'>, titled: number): number {
  return titled / Math.max(1, titleLength);
}

/** What the counts of a term are worth, before its rarity. */
export function worthOf({ title, heading, body }: Counts, norm: number): number {
  const places = weights.title * saturated(title, 1) + weights.heading * saturated(heading, 1);
  return places + weights.body * saturated(body, norm);
}

/** The rarity of a term: what few pages have says more. */
export function weightOf({ pages }: Pick<Size, 'pages'>, frequency: number): number {
  return Math.log(1 + Math.max(0, pages - frequency + 0.5) / (frequency + 0.5));
}

/**
 * What a term is worth in a text, before its rarity, and whether the title has it. Where only longer words are found, the
 * places keep their order, for less.
 */
export function worthOfTerm(
  { length }: Pick<RankedText, 'length'>,
  { exact, longer }: TermCounts,
  corpus: Size,
): { worth: number; isTitled: boolean } {
  const norm = 1 - b + (b * length) / Math.max(1, corpus.length / Math.max(1, corpus.pages));
  const worth = worthOf(exact, norm);
  if (!longer) return { worth, isTitled: exact.title > 0 };
  const all = {
    body: exact.body + longer.body,
    heading: exact.heading + longer.heading,
    title: exact.title + longer.title,
  };
  return { worth: Math.max(worth, ofPrefix * worthOf(all, norm)), isTitled: all.title > 0 };
}

function countsOf({ terms }: RankedText, { token, prefix }: QueryTerm): TermCounts {
  const exact = countsIn(terms, token) ?? { body: 0, heading: 0, title: 0 };
  return prefix ? { exact, longer: countsOfPrefix(terms, token) } : { exact };
}

function saturated(count: number, norm: number): number {
  return (count * (k1 + 1)) / (count + k1 * norm);
}
