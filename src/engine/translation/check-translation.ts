import { type TaggedPart, taggedParts, withoutTags } from './tagged-parts.js';

/** Upper limit for the length of a translation, in characters: `times` the length of its source, plus `more`. */
const maxLength = { times: 8, more: 200 };

/**
 * Lower limit for the length of a translation. If the source has at least `from` characters, the translation must have
 * one character for each `perCharacter` characters of the source.
 */
const minLength = { from: 100, perCharacter: 20 };

/**
 * Returns the rule that a provider's translation of a segment breaks; null if it breaks none. The translation must
 * contain every tag once, in the same form and inside of the same tag. If the source contains words, it must contain
 * words. It must not add markup, and its length must be plausible. The order of tags may change, because it depends on
 * the language.
 */
export function brokenRule(source: string, answer: string): string | null {
  if (answer.trim() === '') return 'must not be empty';
  const control = answer.match(forbiddenCharacters)?.find((character) => !source.includes(character));
  if (control !== undefined) return `must not have the character U+${hexOf(control)}`;
  return tagProblem(source, answer) ?? markupProblem(source, answer) ?? lengthProblem(source, answer);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the characters to refuse.
const forbiddenCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]|\p{Surrogate}/gu;

function hexOf(character: string): string {
  return character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
}

/** Form of a tag, the tag that contains it, and whether it encloses words. */
interface Place {
  form: string;
  within: string;
  isFilled: boolean;
}

function tagProblem(source: string, answer: string): string | null {
  const [expected, given] = [taggedParts(source), taggedParts(answer)];
  if ('stray' in given) return `must close its tags in order, ${given.stray} is not`;
  if ('stray' in expected) return null;
  const places = new Map<number, Place>();
  collect(places, expected.parts, '');
  const found = new Map<number, Place>();
  const twice = collect(found, given.parts, '');
  if (twice !== null) return `must have <x${twice}> once`;
  const unknown = [...found.keys()].find((tag) => !places.has(tag));
  if (unknown !== undefined) return `must have no tag that the source has not, ${found.get(unknown)!.form} is one`;
  for (const [tag, place] of places) {
    const problem = placeProblem(place, found.get(tag));
    if (problem) return problem;
  }
  return null;
}

function placeProblem(expected: Place, given: Place | undefined): string | null {
  if (!given) return `must keep ${expected.form}`;
  if (given.form !== expected.form) return `must keep ${expected.form} in this form, it is ${given.form}`;
  if (given.within !== expected.within) {
    return `must keep ${expected.form} ${expected.within ? `in ${expected.within}` : `outside of ${given.within}`}`;
  }
  return expected.isFilled && !given.isFilled ? `must have words in ${expected.form}` : null;
}

/** Records the position of each tag; returns a tag that occurs twice, or null. */
function collect(places: Map<number, Place>, parts: readonly TaggedPart[], within: string): number | null {
  let twice: number | null = null;
  for (const part of parts) {
    if (typeof part === 'string') continue;
    const form = part.parts ? `<x${part.tag}>` : `<x${part.tag}/>`;
    if (places.has(part.tag)) twice ??= part.tag;
    places.set(part.tag, { form, within, isFilled: part.parts?.some(isWord) ?? false });
    if (part.parts) twice = collect(places, part.parts, form) ?? twice;
  }
  return twice;
}

function isWord(part: TaggedPart): boolean {
  return typeof part === 'string' ? part.trim() !== '' : (part.parts?.some(isWord) ?? true);
}

/**
 * Markup that a translation must not add, and the name that messages use for it. Numbered tags are removed before the
 * check.
 */
const markups: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['tags of HTML', /<(?:\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?|![^<>]*)>/gi],
  ['tags of Liquid', /\{%|%\}/g],
  ['expressions', /\{\{|\}\}/g],
  ['links', /\]\(/g],
  ['code', /`+/g],
  ['bold text', /\*\*|__/g],
];

function markupProblem(source: string, answer: string): string | null {
  const [expected, given] = [withoutTags(source), withoutTags(answer)];
  for (const [name, pattern] of markups) {
    if (countOf(given, pattern) > countOf(expected, pattern)) return `must have no ${name} that the source has not`;
  }
  return null;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function lengthProblem(source: string, answer: string): string | null {
  const [expected, given] = [withoutTags(source).trim().length, withoutTags(answer).trim().length];
  const most = expected * maxLength.times + maxLength.more;
  if (given > most) return `must have at most ${most} characters, it has ${given}`;
  const least = expected < minLength.from ? 0 : Math.ceil(expected / minLength.perCharacter);
  return given < least ? `must have at least ${least} characters, it has ${given}` : null;
}
