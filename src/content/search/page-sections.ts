import { LRUCache } from 'lru-cache';
import type { Hash } from '../types.js';
import type { SearchQuery } from './query.js';
import { type Corpus, weightOf, worthOf } from './rank.js';
import { type Section, sectionsOf } from './sections.js';
import { nextToken } from './terms.js';
import { tokensOf } from './tokens.js';

/** A section that answers a query, and how well. */
export interface RankedSection extends Section {
  score: number;
}

/** Best sections of a page that are given. */
const maxSections = 5;

/** A section with its tokens, as ` a b `. */
interface KnownSection {
  section: Section;
  title: string;
  body: string;
}

/** Sections of texts by the hash of their blob, in memory up to some 32 MB. */
const known = new LRUCache<Hash, KnownSection[]>({
  maxSize: 16_000_000,
  sizeCalculation: (sections) =>
    sections.reduce((sum, { section, body }) => sum + section.body.length + body.length, 100),
});

/** Whether the sections of a blob are in memory. */
export function hasSections(blob: Hash): boolean {
  return known.has(blob);
}

/**
 * The sections of a page that have a word of the query, best first, at most `maxSections`.
 * @param read reads the text, front matter included, where it is not known yet.
 */
export function rankSections(
  blob: Hash,
  read: () => string,
  asked: { query: SearchQuery; corpus: Corpus },
): RankedSection[] {
  const needles = needlesOf(asked);
  const ranked: { section: Section; score: number }[] = [];
  for (const one of sectionsOfBlob(blob, read)) {
    const score = scoreOf(one, needles);
    if (score > 0) ranked.push({ section: one.section, score });
  }
  // Sorting is stable: of equals, the first on the page.
  const best = ranked.sort((one, other) => other.score - one.score).slice(0, maxSections);
  return best.map(({ section, score }) => ({ ...section, score }));
}

function sectionsOfBlob(blob: Hash, read: () => string): KnownSection[] {
  const found = known.get(blob);
  if (found) return found;
  const sections = sectionsOf(read()).map((section) => ({
    section,
    title: wordsOf(section.title),
    body: wordsOf(section.body),
  }));
  known.set(blob, sections);
  return sections;
}

function wordsOf(text: string): string {
  return ` ${tokensOf(text).join(' ')} `;
}

/** What is looked for in every section, and what it is worth. */
interface Needle {
  start: string;
  weight: number;
}

function needlesOf({ query, corpus }: { query: SearchQuery; corpus: Corpus }): Needle[] {
  return query.terms.map(({ token, prefix }, index) => ({
    start: prefix ? token : `${token} `,
    weight: weightOf(corpus, corpus.frequencies[index] ?? 0),
  }));
}

function scoreOf({ title, body }: KnownSection, needles: readonly Needle[]): number {
  let score = 0;
  for (const { start, weight } of needles) {
    const counts = { title: 0, heading: occurrences(title, start), body: occurrences(body, start) };
    if (counts.heading + counts.body > 0) score += weight * worthOf(counts, 1);
  }
  return score;
}

/** More than this adds nothing to a score. */
const enough = 20;

function occurrences(words: string, needle: string): number {
  let count = 0;
  for (let at = nextToken(words, needle, 0); at !== -1 && count < enough; at = nextToken(words, needle, at + 1))
    count += 1;
  return count;
}
