import type { PlacedText } from './sources.mjs';
import type { ParsedSource } from './syntax.mjs';

/** Comments of a source file; consecutive line comments are one text. */
export function commentTexts(source: ParsedSource): PlacedText[];

/** Titles of tests: the first arguments of `it` and `describe`. */
export function testTitles(source: ParsedSource): PlacedText[];

/** Strings of a source file that read as sentences. */
export function programTexts(source: ParsedSource): PlacedText[];
