import { isPair, runsOf, tokensOf } from './tokens.js';

/** A token that every page found has. */
export interface QueryTerm {
  token: string;
  /** Whether longer tokens that start with it count too: the last word, while it is being typed. */
  prefix: boolean;
}

/** What a query asks for. Without terms it asks for nothing. */
export interface SearchQuery {
  terms: QueryTerm[];
  /** Tokens that stand next to each other: what is in quotes, and words of scripts that are cut into pairs. */
  phrases: string[][];
}

/** Different tokens of a query that count; the others are left out. */
export const maxTerms = 32;

/** Reads a query as people type it: words, and phrases in quotes. Everything else in it is punctuation. */
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
    if (groups.length > 0) last = quoted === undefined ? prefixOf(groups.at(-1)!) : undefined;
  }
  const terms = [...exact].slice(0, maxTerms).map((token) => ({ token, prefix: token === last }));
  return { terms, phrases: phrases.map((phrase) => phrase.slice(0, maxTerms)).slice(0, maxTerms) };
}

/** The token that longer ones count for; a single letter stands for too many, a single ideograph for pairs. */
function prefixOf(run: string[]): string | undefined {
  const token = run.at(-1)!;
  const { length } = [...token];
  return (isPair(token) ? run.length === 1 && length === 1 : length > 1) ? token : undefined;
}
