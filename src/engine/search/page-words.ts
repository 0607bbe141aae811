import { sectionsOf } from './sections.js';
import { formatTerms } from './terms.js';
import { tokensOf } from './tokens.js';

/** Version of the indexed data. Increase it when the tokenizer, the sections or the row format changes. */
export const indexVersion = 5;

/**
 * Maximum number of indexed tokens of a page. It protects against malicious pages; the longest real pages have a tenth
 * as many.
 */
const maxTokens = 100_000;

/** Indexed words of a text. */
export interface TextWords {
  /**
   * Lines of tokens: `# a b ` for a heading, ` c d ` for the text below it. The tokens of a phrase must be in one line.
   */
  words: string;
  /** Distinct tokens with their counts; see `formatTerms`. */
  terms: string;
  /** Number of tokens. */
  length: number;
}

/** Returns the words of a page's text, including front matter. */
export function findWords(text: string): TextWords {
  const { lines, length } = tokenLines(text);
  const words = lines.join('\n');
  return { words, terms: formatTerms(words), length };
}

/** Returns the words of several texts, as if they were one text. */
export function joinWords([first, ...otherTexts]: readonly [TextWords, ...TextWords[]]): TextWords {
  if (otherTexts.length === 0) return first;
  const texts = [first, ...otherTexts];
  const words = texts
    .map((text) => text.words)
    .filter(Boolean)
    .join('\n');
  return { words, terms: formatTerms(words), length: texts.reduce((sum, { length }) => sum + length, 0) };
}

function tokenLines(text: string): { lines: string[]; length: number } {
  let left = maxTokens;
  const take = (source: string): string[] => {
    const tokens = left > 0 ? tokensOf(source, left) : [];
    left -= tokens.length;
    return tokens;
  };
  const lines = sectionsOf(text).flatMap(({ title, body }) => [
    formatTokenLine('#', take(title)),
    formatTokenLine('', take(body)),
  ]);
  return { lines: lines.filter((line) => line !== ''), length: maxTokens - left };
}

/** Returns a line of tokens; '' if there are none. */
export function formatTokenLine(mark: '' | '#', tokens: readonly string[]): string {
  return tokens.length === 0 ? '' : `${mark} ${tokens.join(' ')} `;
}
