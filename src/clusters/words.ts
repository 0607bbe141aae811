import { tokensOf } from '../content/search/tokens.js';

/** The words of a text in its order, folded; at most 1,000. */
export function wordsOf(text: string): string[] {
  return tokensOf(text, 1000);
}
