import { LRUCache } from 'lru-cache';
import type { Hash } from '../types.js';
import { sectionsOf } from './sections.js';
import { termsOf } from './terms.js';
import { tokensOf } from './tokens.js';

/** Version of what is made of a page; it changes with the tokenizer, the sections or the form of a row. */
export const indexVersion = 4;

/** Tokens of a page beyond these are not found: a bound for hostile pages, ten times that of the longest real ones. */
const maxTokens = 100_000;

/** What search knows of a text. */
export interface TextWords {
  /**
   * Its tokens by lines: `# a b ` for a heading, ` c d ` for the text below it. A phrase is found where its tokens stand in
   * one line.
   */
  words: string;
  /** See `termsOf`. */
  terms: string;
  /** Number of its tokens. */
  length: number;
}

/** By the hash of the text's blob, in memory up to some 32 MB. Content is immutable, so they are right for ever. */
const known = new LRUCache<Hash, TextWords>({
  maxSize: 16_000_000,
  sizeCalculation: ({ words, terms }) => words.length + terms.length + 100,
});

/**
 * The words of a page's text.
 * @param read reads the text, front matter included, where its words are not in memory.
 */
export function wordsOf(blob: Hash, read: () => string): TextWords {
  const found = known.get(blob);
  if (found !== undefined) return found;
  const { lines, length } = linesOf(read());
  const words = lines.join('\n');
  const made = { words, terms: termsOf(words), length };
  known.set(blob, made);
  return made;
}

/** Whether the words of a blob are in memory. */
export function hasWords(blob: Hash): boolean {
  return known.has(blob);
}

function linesOf(text: string): { lines: string[]; length: number } {
  let left = maxTokens;
  const take = (source: string): string[] => {
    const tokens = left > 0 ? tokensOf(source, left) : [];
    left -= tokens.length;
    return tokens;
  };
  const lines = sectionsOf(text).flatMap(({ title, body }) => [lineOf('#', take(title)), lineOf('', take(body))]);
  return { lines: lines.filter((line) => line !== ''), length: maxTokens - left };
}

/** A line of tokens; '' where there are none. */
export function lineOf(mark: '' | '#', tokens: readonly string[]): string {
  return tokens.length === 0 ? '' : `${mark} ${tokens.join(' ')} `;
}
