import type { SearchQuery } from './query.js';
import { type Corpus, rarityWeight, scoreCounts } from './rank.js';
import { type Section, sectionsOf } from './sections.js';
import { nextToken } from './terms.js';
import { tokensOf } from './tokens.js';

/** A section that matches a query, with its score. */
export interface RankedSection extends Section {
  score: number;
}

/** Maximum number of sections of a page in a search result. */
const maxSections = 5;

/** A section, with its title and body as tokens in the form ` a b `. */
export interface TokenizedSection {
  section: Section;
  title: string;
  body: string;
}

/** Returns the sections of a page that contain a word of the query, best first, at most `maxSections`. */
export function rankSections(
  sections: readonly TokenizedSection[],
  request: { query: SearchQuery; corpus: Corpus },
): RankedSection[] {
  const needles = needlesOf(request);
  const ranked: { section: Section; score: number }[] = [];
  for (const one of sections) {
    const score = scoreSection(one, needles);
    if (score > 0) ranked.push({ section: one.section, score });
  }
  // Sorting is stable: sections with equal scores stay in page order.
  const best = ranked.sort((left, right) => right.score - left.score).slice(0, maxSections);
  return best.map(({ section, score }) => ({ ...section, score }));
}

/** Returns the sections of a page with their tokens; `text` includes front matter. */
export function tokenizedSections(text: string): TokenizedSection[] {
  return sectionsOf(text).map((section) => ({
    section,
    title: paddedTokens(section.title),
    body: paddedTokens(section.body),
  }));
}

function paddedTokens(text: string): string {
  return ` ${tokensOf(text).join(' ')} `;
}

/** A text to search for in every section, with its weight. */
interface Needle {
  start: string;
  weight: number;
}

function needlesOf({ query, corpus }: { query: SearchQuery; corpus: Corpus }): Needle[] {
  return query.terms.map(({ token, prefix }, index) => ({
    start: prefix ? token : `${token} `,
    weight: rarityWeight(corpus, corpus.frequencies[index] ?? 0),
  }));
}

function scoreSection({ title, body }: TokenizedSection, needles: readonly Needle[]): number {
  let score = 0;
  for (const { start, weight } of needles) {
    const counts = { title: 0, heading: countOccurrences(title, start), body: countOccurrences(body, start) };
    if (counts.heading + counts.body > 0) score += weight * scoreCounts(counts, 1);
  }
  return score;
}

/** Maximum number of occurrences of a token that count for a score. */
const maxCountedOccurrences = 20;

function countOccurrences(words: string, needle: string): number {
  let count = 0;
  for (
    let at = nextToken(words, needle, 0);
    at !== -1 && count < maxCountedOccurrences;
    at = nextToken(words, needle, at + 1)
  )
    count += 1;
  return count;
}
