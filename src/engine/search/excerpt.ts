import type { QueryTerm } from './query.js';
import { runsOf, type Token } from './tokens.js';

/** A range of a text, in UTF-16 code units; the end is exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** Maximum length of the text of a section in a search result, in characters. */
const excerptLength = 1_000;

/** Maximum number of characters before the first matching word. */
const leadLength = 100;

/** Maximum number of highlights in one text. */
const maxHighlights = 100;

/**
 * Returns the text of a section. If it is too long, returns the part around the first match, cut between words.
 * @param length maximum length of the result, in characters
 */
export function excerptOf(body: string, terms: readonly QueryTerm[], length = excerptLength): string {
  if (body.length <= length) return body;
  const first = firstMatchOffset(body, terms);
  const before = Math.min(leadLength, length / 4);
  const from = first <= before ? 0 : wordBoundaryBefore(body, Math.floor(first - before));
  const to = Math.min(body.length, from + length);
  return body.slice(from, to === body.length ? to : wordBoundaryBefore(body, to, from));
}

/** Returns the ranges of a text that match the query, in text order. Ranges that touch or overlap are merged. */
export function highlightsOf(text: string, terms: readonly QueryTerm[]): Range[] {
  const found: Range[] = [];
  for (const { start, end } of matchesIn(text, terms)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (found.length === maxHighlights) break;
    else found.push({ start, end });
  }
  return found;
}

/** Yields the tokens of a text that match the query, in text order. Reads the text lazily. */
function* matchesIn(text: string, terms: readonly QueryTerm[]): Generator<Token> {
  const isMatch = ({ text: token }: Token) =>
    terms.some((term) => (term.prefix ? token.startsWith(term.token) : token === term.token));
  for (const run of runsOf(text)) yield* run.filter(isMatch);
}

/** Returns the offset of the first match; 0 if there is none. */
function firstMatchOffset(text: string, terms: readonly QueryTerm[]): number {
  // Fast path: most texts begin with ASCII. Searching that part for the words is much faster than tokenizing it.
  const plain = plainPart(text);
  const lower = plain.toLowerCase();
  const found = terms.map(({ token, prefix }) => wordAt(lower, token, prefix)).filter((at) => at >= 0);
  if (found.length > 0) return Math.min(...found);
  return plain === text ? 0 : (matchesIn(text, terms).next().value?.start ?? 0);
}

/** Returns the part before the first word with a non-ASCII letter. */
function plainPart(text: string): string {
  let end = text.search(/[\u0080-\uffff]/);
  if (end < 0) return text;
  while (isWordAt(text, end - 1)) end -= 1;
  return text.slice(0, end);
}

function wordAt(lower: string, token: string, prefix: boolean): number {
  let at = lower.indexOf(token);
  while (at >= 0 && (isWordAt(lower, at - 1) || (!prefix && isWordAt(lower, at + token.length)))) {
    at = lower.indexOf(token, at + 1);
  }
  return at;
}

function isWordAt(text: string, at: number): boolean {
  return /[a-z0-9]/i.test(text[at] ?? '');
}

/**
 * Returns the last offset between two words at or before `offset`. In scripts without spaces, returns `offset` itself.
 */
function wordBoundaryBefore(text: string, offset: number, from = 0): number {
  const space = text.lastIndexOf(' ', offset);
  if (space >= Math.max(from, offset - leadLength / 2)) return space + 1;
  // Never cut between the halves of a surrogate pair.
  return /[\udc00-\udfff]/.test(text[offset] ?? '') ? offset - 1 : offset;
}
