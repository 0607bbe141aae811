import type { QueryTerm } from './query.js';
import { runsOf, type Token } from './tokens.js';

/** A part of a text: first UTF-16 code unit and one past the last. */
export interface Range {
  start: number;
  end: number;
}

/** Characters of a section that are given. */
const excerptLength = 1_000;

/** Characters before the first word that was asked for. */
const lead = 100;

/** Most highlights of one text. */
const maxHighlights = 100;

/**
 * A section's text; of a long one the part around the first word that was asked for, cut between words.
 * @param length most characters of it
 */
export function excerptOf(body: string, terms: readonly QueryTerm[], length = excerptLength): string {
  if (body.length <= length) return body;
  const first = firstOf(body, terms);
  const before = Math.min(lead, length / 4);
  const from = first <= before ? 0 : boundary(body, Math.floor(first - before));
  const to = Math.min(body.length, from + length);
  return body.slice(from, to === body.length ? to : boundary(body, to, from));
}

/** Where a text has the words that were asked for, in its order; neighbours that touch or overlap are one. */
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

/** The tokens of a text that were asked for, in its order, read as far as they are asked for. */
function* matchesIn(text: string, terms: readonly QueryTerm[]): Generator<Token> {
  const isAsked = ({ text: token }: Token) =>
    terms.some((term) => (term.prefix ? token.startsWith(term.token) : token === term.token));
  for (const run of runsOf(text)) yield* run.filter(isAsked);
}

/** Where the first word stands that was asked for; 0 where none is found. */
function firstOf(text: string, terms: readonly QueryTerm[]): number {
  // Most text begins plain: looking for the words in that part takes a fraction of cutting it into tokens.
  const plain = plainPart(text);
  const lower = plain.toLowerCase();
  const found = terms.map(({ token, prefix }) => wordAt(lower, token, prefix)).filter((at) => at >= 0);
  if (found.length > 0) return Math.min(...found);
  return plain === text ? 0 : (matchesIn(text, terms).next().value?.start ?? 0);
}

/** What stands before the first word with another letter than those of ASCII. */
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

/** The last place between words at or before an offset; the offset itself where a script has no spaces. */
function boundary(text: string, offset: number, from = 0): number {
  const space = text.lastIndexOf(' ', offset);
  if (space >= Math.max(from, offset - lead / 2)) return space + 1;
  // Between the halves of a character is no place to cut.
  return /[\udc00-\udfff]/.test(text[offset] ?? '') ? offset - 1 : offset;
}
