import type { QueryTerm } from './query.js';
import { type Counts, countsIn, countsOfPrefix } from './terms.js';

/** Number and length of the searched pages. */
export interface CorpusSize {
  pages: number;
  /** Sum of the lengths of the pages, in tokens. */
  length: number;
}

/** Statistics of the searched pages. Term rarity and average length are computed from them. */
export interface Corpus extends CorpusSize {
  /** Number of pages that contain each term of the query, in the order of its terms. */
  frequencies: readonly number[];
}

/** The data that the score of a page depends on. */
export interface RankedText {
  /** Distinct tokens with their counts; see `formatTerms`. */
  terms: string;
  /** Number of tokens in the page, and number of tokens in its title. */
  length: number;
  titleLength: number;
}

/** BM25 parameters: `k1` limits the effect of repetition, `b` controls the effect of length. */
const k1 = 1.2;
const b = 0.75;

/**
 * Weights by the part of the page. Repetition counts at most k1 + 1 times. Therefore one occurrence in the title
 * outweighs any number of occurrences in headings and text. One occurrence in a heading outweighs any number in the
 * text.
 */
const weights = { title: 10, heading: 3, body: 1 };

/** Weight of a longer token that starts with the last word of the query, relative to an exact match. */
const prefixWeight = 0.5;

/** Occurrences of a term in a text. */
export interface TermCounts {
  exact: Counts;
  /** Occurrences of longer tokens that start with the term; absent if it does not match as a prefix. */
  longer?: Counts;
}

/**
 * Returns the relevance of a page for a query: the sum of BM25 over title, headings and text. The same numbers always
 * give the same score.
 */
export function scoreText(text: RankedText, terms: readonly QueryTerm[], corpus: Corpus): number {
  let [score, titled] = [0, 0];
  for (const [index, term] of terms.entries()) {
    const { worth, isTitled } = scoreTerm(text, countTerm(text, term), corpus);
    score += rarityWeight(corpus, corpus.frequencies[index] ?? 0) * worth;
    if (isTitled) titled += 1;
  }
  return score + titleBonus(text, titled);
}

/**
 * Returns a bonus for titles that contain few words in addition to the query. `titled` is the number of query terms in
 * the title.
 */
export function titleBonus({ titleLength }: Pick<RankedText, 'titleLength'>, titled: number): number {
  return titled / Math.max(1, titleLength);
}

/** Returns the score of a term's counts, before it is weighted by rarity. */
export function scoreCounts({ title, heading, body }: Counts, norm: number): number {
  const places = weights.title * saturate(title, 1) + weights.heading * saturate(heading, 1);
  return places + weights.body * saturate(body, norm);
}

/** Returns the weight of a term by rarity (inverse document frequency). */
export function rarityWeight({ pages }: Pick<CorpusSize, 'pages'>, frequency: number): number {
  return Math.log(1 + Math.max(0, pages - frequency + 0.5) / (frequency + 0.5));
}

/**
 * Returns the score of a term in a text before it is weighted by rarity, and whether the title contains the term. If
 * longer tokens match, returns the higher of two scores: that of the exact term, and that of all matching tokens with a
 * lower weight.
 */
export function scoreTerm(
  { length }: Pick<RankedText, 'length'>,
  { exact, longer }: TermCounts,
  corpus: CorpusSize,
): { worth: number; isTitled: boolean } {
  const norm = 1 - b + (b * length) / Math.max(1, corpus.length / Math.max(1, corpus.pages));
  const worth = scoreCounts(exact, norm);
  if (!longer) return { worth, isTitled: exact.title > 0 };
  const all = {
    body: exact.body + longer.body,
    heading: exact.heading + longer.heading,
    title: exact.title + longer.title,
  };
  return { worth: Math.max(worth, prefixWeight * scoreCounts(all, norm)), isTitled: all.title > 0 };
}

function countTerm({ terms }: RankedText, { token, prefix }: QueryTerm): TermCounts {
  const exact = countsIn(terms, token) ?? { body: 0, heading: 0, title: 0 };
  return prefix ? { exact, longer: countsOfPrefix(terms, token) } : { exact };
}

function saturate(count: number, norm: number): number {
  return (count * (k1 + 1)) / (count + k1 * norm);
}
