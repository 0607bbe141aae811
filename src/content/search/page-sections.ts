import { LRUCache } from 'lru-cache';
import type { Hash } from '../types.js';
import type { SearchQuery } from './query.js';
import { type Corpus, weightOf, worthOf } from './rank.js';
import { type Section, sectionsOf } from './sections.js';
import { tokensOf } from './tokens.js';

/** A section that answers a query, and how well. */
export interface RankedSection extends Section {
  score: number;
}

/** Best sections of a page that are given. */
export const maxSections = 5;

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
  const ranked = sectionsOfBlob(blob, read).map((one) => ({ ...one.section, score: scoreOf(one, asked) }));
  // Sorting is stable: of equals, the first on the page.
  return ranked
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, maxSections);
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

function scoreOf({ title, body }: KnownSection, { query, corpus }: { query: SearchQuery; corpus: Corpus }): number {
  return query.terms.reduce((score, { token, prefix }, index) => {
    const needle = prefix ? ` ${token}` : ` ${token} `;
    const counts = { title: 0, heading: occurrences(title, needle), body: occurrences(body, needle) };
    return score + weightOf(corpus, corpus.frequencies[index] ?? 0) * worthOf(counts, 1);
  }, 0);
}

/** More than this adds nothing to a score. */
const enough = 20;

function occurrences(words: string, needle: string): number {
  let count = 0;
  // The space behind one token is the one before the next.
  for (let at = words.indexOf(needle); at !== -1 && count < enough; at = words.indexOf(needle, at + 1)) count += 1;
  return count;
}
