import { fold } from './fold.js';

/** A token and where it stands in the text: first UTF-16 code unit and one past the last. */
export interface Token {
  text: string;
  start: number;
  end: number;
}

/** Longer tokens are cut, in characters: no word is that long, and databases have bounds of their own. */
const longest = 64;

/** Scripts written without spaces between words, and Hangul, whose words carry particles: they are cut into pairs. */
const unspaced =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');

/** Letters, digits and their marks, in runs of the scripts above or of all others; longer ones are cut. */
const runs = new RegExp(
  `(?:(?=[${unspaced}])[\\p{L}\\p{M}\\p{N}]){1,999}|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}]){1,999}`,
  'gu',
);
const asciiOnly = /^\p{ASCII}*$/u;

/**
 * The tokens of a text, in its order, at most so many: words, folded; of scripts without spaces every two neighbouring
 * characters, or the one that stands alone. The one tokenizer, of pages as of queries: letters, digits and marks, nothing
 * else.
 */
export function tokensOf(text: string, most = Number.POSITIVE_INFINITY): string[] {
  // Most text is plain, and goes ten times as fast.
  if (asciiOnly.test(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, most).map(cut);
  const tokens: string[] = [];
  for (const { 0: run } of text.matchAll(runs)) {
    for (const piece of foldedPieces(run)) tokens.push(...(isPair(piece) ? pairTexts([...piece]) : [cut(piece)]));
    if (tokens.length >= most) return tokens.slice(0, most);
  }
  return tokens;
}

/**
 * The tokens of a text by the runs of letters they come from, read as far as they are asked for: those of a run follow
 * each other without a gap.
 */
export function* runsOf(text: string): Generator<Token[]> {
  for (const { 0: run, index } of text.matchAll(runs)) yield tokensOfRun(run, index);
}

/** Whether a token is of a script that is cut into pairs. */
export function isPair(token: string): boolean {
  return isUnspaced.test(token);
}

function tokensOfRun(run: string, start: number): Token[] {
  const pieces = foldedPieces(run);
  if (pieces.length === 1 && isPair(pieces[0]!)) return pairsOf(pieces[0]!, run, start);
  const texts = pieces.flatMap((piece) => (isPair(piece) ? pairTexts([...piece]) : [cut(piece)]));
  return texts.map((text) => ({ text, start, end: start + run.length }));
}

const plainWord = /^[a-z0-9]+$/i;

/** A run as it is folded, which may bring other characters, such as the brackets of a number in brackets. */
function foldedPieces(run: string): string[] {
  return plainWord.test(run) ? [run.toLowerCase()] : (fold(run).match(runs) ?? []);
}

/** Where each pair stands; folding that changes the number of characters leaves only the whole run to point at. */
function pairsOf(folded: string, run: string, start: number): Token[] {
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

function cut(token: string): string {
  return token.length <= longest ? token : [...token].slice(0, longest).join('');
}
