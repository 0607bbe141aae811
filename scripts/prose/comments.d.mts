import type { PlacedText } from './sources.mjs';

/** Comments of a source file; consecutive line comments are one text. */
export function commentTexts(place: string, source: string): PlacedText[];

/** Titles of tests: the first arguments of `it` and `describe`. */
export function testTitles(place: string, source: string): PlacedText[];
