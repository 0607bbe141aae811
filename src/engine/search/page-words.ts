import { sectionsOf } from './sections.js';
import { termsOf } from './terms.js';
import { tokensOf } from './tokens.js';

/** Version of what is made of a page; it changes with the tokenizer, the sections or the form of a row. */
export const indexVersion = 5;

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

/** The words of a page's text, front matter included. */
export function findWords(text: string): TextWords {
  const { lines, length } = linesOf(text);
  const words = lines.join('\n');
  return { words, terms: termsOf(words), length };
}

/** The words of several texts that are read as one. */
export function joinedWords([first, ...others]: readonly [TextWords, ...TextWords[]]): TextWords {
  if (others.length === 0) return first;
  const texts = [first, ...others];
  const words = texts
    .map((text) => text.words)
    .filter(Boolean)
    .join('\n');
  return { words, terms: termsOf(words), length: texts.reduce((sum, { length }) => sum + length, 0) };
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
