import { LRUCache } from 'lru-cache';
import type { Hash } from '../types.js';
import { sectionsOf } from './sections.js';
import { tokensOf } from './tokens.js';

/** Version of what is made of a page; it changes with the tokenizer, the sections or the form of a row. */
export const indexVersion = 1;

/** Tokens of a page beyond these are not found: a bound for hostile pages, ten times that of the longest real ones. */
const maxTokens = 100_000;

/** Words of texts by the hash of their blob, in memory up to some 32 MB. Content is immutable, so they are right for ever. */
const known = new LRUCache<Hash, string>({ maxSize: 16_000_000, sizeCalculation: (words) => words.length + 100 });

/**
 * The tokens of a page's text, by lines: `# a b ` for a heading, ` c d ` for the text below it. A phrase is found where its
 * tokens stand in one line.
 * @param read reads the text, front matter included, where it is not known yet.
 */
export function wordsOf(blob: Hash, read: () => string): string {
  const found = known.get(blob);
  if (found !== undefined) return found;
  const words = linesOf(read());
  known.set(blob, words);
  return words;
}

/** Whether the words of a blob are in memory. */
export function hasWords(blob: Hash): boolean {
  return known.has(blob);
}

function linesOf(text: string): string {
  let left = maxTokens;
  const take = (source: string): string[] => {
    const tokens = left > 0 ? tokensOf(source, left) : [];
    left -= tokens.length;
    return tokens;
  };
  const lines = sectionsOf(text).flatMap(({ title, body }) => [lineOf('#', take(title)), lineOf('', take(body))]);
  return lines.filter((line) => line !== '').join('\n');
}

/** A line of tokens; '' where there are none. */
export function lineOf(mark: '' | '#', tokens: readonly string[]): string {
  return tokens.length === 0 ? '' : `${mark} ${tokens.join(' ')} `;
}
