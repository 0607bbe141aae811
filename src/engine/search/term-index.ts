import type { QueryTerm } from './query.js';
import { type CorpusSize, type RankedText, rarityWeight, scoreTerm, type TermCounts, titleBonus } from './rank.js';
import { type Counts, countsOfPrefix, eachTerm, maxExpansions } from './terms.js';

/** Inverted index from tokens to texts. It finds and ranks texts without reading each of them. */
export interface TermIndex {
  texts: readonly RankedText[];
  byToken: ReadonlyMap<string, Postings>;
  /** Tokens by their first two UTF-16 code units. */
  byStart: ReadonlyMap<string, string[]>;
}

/** Texts that contain a token, as ascending indexes, with their packed counts. */
interface Postings {
  texts: number[];
  counts: number[];
}

/** An index that is being filled. */
export interface TermIndexBuilder {
  /** Appends a text. */
  add(text: RankedText): void;
  index: TermIndex;
}

/** Creates an empty index. */
export function buildTermIndex(): TermIndexBuilder {
  const texts: RankedText[] = [];
  const byToken = new Map<string, Postings>();
  const byStart = new Map<string, string[]>();
  const addToken = (token: string): Postings => {
    const postings = { texts: [], counts: [] };
    byToken.set(token, postings);
    const alike = byStart.get(token.slice(0, 2));
    if (alike) alike.push(token);
    else byStart.set(token.slice(0, 2), [token]);
    return postings;
  };
  return {
    index: { texts, byToken, byStart },
    add(text) {
      eachTerm(text.terms, (token, counts) => {
        const postings = byToken.get(token) ?? addToken(token);
        postings.texts.push(texts.length);
        postings.counts.push(packCounts(counts));
      });
      texts.push(text);
    },
  };
}

/** Result of a search: the texts that contain every term of the query, with their scores. */
export interface RankedTexts {
  /** Indexes of the texts, ascending. */
  found: number[];
  /** Scores by text index; valid only for the texts in `found`. */
  scores: Float64Array;
  /** Number of texts that contain each term, in the order of the terms. */
  frequencies: number[];
}

/** Finds the texts that contain every term. Their scores equal those of `scoreText`. */
export function rankTexts(index: TermIndex, terms: readonly QueryTerm[], corpus: CorpusSize): RankedTexts {
  const { texts } = index;
  const { length } = texts;
  const [scores, titled, matchedTerms] = [new Float64Array(length), new Uint8Array(length), new Uint8Array(length)];
  const frequencies: number[] = [];
  for (const [order, term] of terms.entries()) {
    const hits = findHits(index, term);
    frequencies.push(hits.texts.length);
    const weight = rarityWeight(corpus, hits.texts.length);
    for (const [hit, place] of hits.texts.entries()) {
      if (matchedTerms[place] !== order) continue;
      matchedTerms[place] = order + 1;
      const { worth, isTitled } = scoreTerm(texts[place]!, hits.countsOf(hit), corpus);
      scores[place]! += weight * worth;
      if (isTitled) titled[place]! += 1;
    }
  }
  const found: number[] = [];
  for (const [place, count] of matchedTerms.entries()) if (count === terms.length) found.push(place);
  for (const place of found) scores[place]! += titleBonus(texts[place]!, titled[place]!);
  return { found, scores, frequencies };
}

/** Texts that contain a term. */
interface Hits {
  texts: readonly number[];
  /** Returns the counts in the text of a hit. */
  countsOf(hit: number): TermCounts;
}

const noPostings: Postings = { texts: [], counts: [] };

function findHits(index: TermIndex, { token, prefix }: QueryTerm): Hits {
  const exact = index.byToken.get(token) ?? noPostings;
  const longer = prefix ? longerTokens(index, token) : [];
  if (longer.length > 0) return findPrefixHits(index, { token, exact, longer });
  return { texts: exact.texts, countsOf: (hit) => ({ exact: unpackCounts(exact.counts[hit]!) }) };
}

function longerTokens({ byStart }: TermIndex, prefix: string): string[] {
  const isLonger = (token: string): boolean => token.length > prefix.length && token.startsWith(prefix);
  if (prefix.length > 1) return (byStart.get(prefix.slice(0, 2)) ?? []).filter(isLonger);
  return [...byStart].flatMap(([start, tokens]) => (start.startsWith(prefix) ? tokens.filter(isLonger) : []));
}

interface PrefixHits {
  token: string;
  exact: Postings;
  longer: readonly string[];
}

function findPrefixHits(index: TermIndex, { token, exact, longer }: PrefixHits): Hits {
  const { length } = index.texts;
  const [own, sums, different] = [new Float64Array(length), new Float64Array(length), new Uint32Array(length)];
  for (const [hit, place] of exact.texts.entries()) own[place] = exact.counts[hit]!;
  for (const one of longer) {
    const postings = index.byToken.get(one)!;
    for (const [hit, place] of postings.texts.entries()) {
      sums[place]! += postings.counts[hit]!;
      different[place]! += 1;
    }
  }
  const matchedTerms = new Uint8Array(length);
  for (const place of exact.texts) matchedTerms[place] = 1;
  const texts: number[] = [];
  for (let place = 0; place < length; place++) if (matchedTerms[place] || different[place]) texts.push(place);
  const longerIn = (place: number): Counts =>
    // If more than `maxExpansions` tokens match the prefix, only the first ones in the text count. They are counted
    // from the text's own terms.
    different[place]! > maxExpansions ? countsOfPrefix(index.texts[place]!.terms, token) : unpackCounts(sums[place]!);
  return {
    texts,
    countsOf(hit) {
      const place = texts[hit]!;
      return { exact: unpackCounts(own[place]!), longer: longerIn(place) };
    },
  };
}

/** Packs three counts into one number. Each count in a text is below 2^20, and so is their sum. */
const [ofHeading, ofTitle] = [2 ** 20, 2 ** 40];

function packCounts({ body, heading, title }: Counts): number {
  return body + heading * ofHeading + title * ofTitle;
}

function unpackCounts(counts: number): Counts {
  if (counts < ofHeading) return { body: counts, heading: 0, title: 0 };
  const title = Math.floor(counts / ofTitle);
  const heading = Math.floor((counts % ofTitle) / ofHeading);
  return { body: counts % ofHeading, heading, title };
}
