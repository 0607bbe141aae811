import type { PlacedText } from './sources.mjs';
import type { ParsedSource } from './syntax.mjs';

/** Returns the comments of a source file; consecutive line comments are one text. */
export function commentTexts(source: ParsedSource): PlacedText[];

/** Returns the titles of tests: the first arguments of `it` and `describe`. */
export function testTitles(source: ParsedSource): PlacedText[];

/** Returns the strings of a source file that read as sentences. */
export function programTexts(source: ParsedSource): PlacedText[];
