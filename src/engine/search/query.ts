import { isPair, runsOf, tokensOf } from './tokens.js';

/** A token that every search result must contain. */
export interface QueryTerm {
  token: string;
  /**
   * Whether longer tokens that start with it also match. This is true for the last word, which the user may still be
   * typing.
   */
  prefix: boolean;
}

/** A parsed search query. A query without terms matches nothing. */
export interface SearchQuery {
  terms: QueryTerm[];
  /**
   * Sequences of tokens that must be adjacent: quoted words, and words of scripts that are split into pairs of
   * characters.
   */
  phrases: string[][];
}

/** Maximum number of distinct tokens of a query; further tokens are ignored. */
export const maxTerms = 32;

/** Parses a query as people type it: words, and phrases in quotes. Ignores other characters. */
export function parseQuery(text: string): SearchQuery {
  const parts = [...text.matchAll(/["“”„]([^"“”„]*)["“”]|[^"“”„]+/g)];
  const exact = new Set<string>();
  const phrases: string[][] = [];
  let last: string | undefined;
  for (const { 0: part, 1: quoted } of parts) {
    const runs =
      quoted === undefined ? [...runsOf(part)].map((run) => run.map((token) => token.text)) : [tokensOf(quoted)];
    const groups = runs.filter((tokens) => tokens.length > 0);
    for (const tokens of groups) {
      for (const token of tokens) exact.add(token);
      if (tokens.length > 1) phrases.push(tokens);
    }
    if (groups.length > 0) last = quoted === undefined ? lastTokenPrefix(groups.at(-1)!) : undefined;
  }
  const terms = [...exact].slice(0, maxTerms).map((token) => ({ token, prefix: token === last }));
  return { terms, phrases: phrases.map((phrase) => phrase.slice(0, maxTerms)).slice(0, maxTerms) };
}

/**
 * Returns the token that also matches as a prefix. Excludes single letters, which match too many words. Includes single
 * ideographs, because tokens are pairs of ideographs.
 */
function lastTokenPrefix(run: string[]): string | undefined {
  const token = run.at(-1)!;
  const { length } = [...token];
  return (isPair(token) ? run.length === 1 && length === 1 : length > 1) ? token : undefined;
}
