import { fold } from './fold.js';

/** A token and its range in the text, in UTF-16 code units; the end is exclusive. */
export interface Token {
  text: string;
  start: number;
  end: number;
}

/**
 * Maximum length of a token, in characters; longer tokens are shortened. No word is that long, and databases have
 * limits of their own.
 */
const maxTokenLength = 64;

/**
 * Scripts without spaces between words, and Hangul, whose words contain particles. Their text is split into pairs of
 * characters.
 */
const unspaced =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');

/**
 * Matches runs of letters, digits and their marks. A run is either in the scripts above or in other scripts. Longer
 * runs are split.
 */
const runs = new RegExp(
  `(?:(?=[${unspaced}])[\\p{L}\\p{M}\\p{N}]){1,999}|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}]){1,999}`,
  'gu',
);
const asciiOnly = /^\p{ASCII}*$/u;

/**
 * Returns at most `most` tokens of a text, in text order: folded words, or pairs of adjacent characters in scripts
 * without spaces. A single character in such a script is a token. Pages and queries both use this tokenizer. It
 * considers only letters, digits and marks.
 */
export function tokensOf(text: string, most = Number.POSITIVE_INFINITY): string[] {
  // Fast path for ASCII, because most texts are ASCII. It is ten times as fast.
  if (asciiOnly.test(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, most).map(truncateToken);
  const tokens: string[] = [];
  for (const { 0: run } of text.matchAll(runs)) {
    for (const piece of splitFolded(run))
      tokens.push(...(isPair(piece) ? pairTexts([...piece]) : [truncateToken(piece)]));
    if (tokens.length >= most) return tokens.slice(0, most);
  }
  return tokens;
}

/** Yields the tokens of a text lazily, grouped by run of letters. The tokens of a run are adjacent. */
export function* runsOf(text: string): Generator<Token[]> {
  for (const { 0: run, index } of text.matchAll(runs)) yield tokensOfRun(run, index);
}

/** Reports whether a token is in a script that is split into pairs of characters. */
export function isPair(token: string): boolean {
  return isUnspaced.test(token);
}

function tokensOfRun(run: string, start: number): Token[] {
  const pieces = splitFolded(run);
  if (pieces.length === 1 && isPair(pieces[0]!)) return pairTokens(pieces[0]!, run, start);
  const texts = pieces.flatMap((piece) => (isPair(piece) ? pairTexts([...piece]) : [truncateToken(piece)]));
  return texts.map((text) => ({ text, start, end: start + run.length }));
}

const plainWord = /^[a-z0-9]+$/i;

/** Folds a run. Folding may add other characters, such as brackets around a number, so the result is split again. */
function splitFolded(run: string): string[] {
  return plainWord.test(run) ? [run.toLowerCase()] : (fold(run).match(runs) ?? []);
}

/**
 * Returns the pairs of adjacent characters of a run with their ranges. If folding changes the number of characters,
 * each pair gets the range of the whole run.
 */
function pairTokens(folded: string, run: string, start: number): Token[] {
  const [characters, written] = [[...folded], [...run]];
  const texts = pairTexts(characters);
  if (characters.length !== written.length) return texts.map((text) => ({ text, start, end: start + run.length }));
  const ends: number[] = [];
  for (const character of written) ends.push((ends.at(-1) ?? start) + character.length);
  return texts.map((text, index) => ({
    text,
    start: ends[index - 1] ?? start,
    end: ends[Math.min(index + 1, ends.length - 1)]!,
  }));
}

function pairTexts(characters: string[]): string[] {
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

function truncateToken(token: string): string {
  return token.length <= maxTokenLength ? token : [...token].slice(0, maxTokenLength).join('');
}
