import type { PlacedText } from './prose/sources.mjs';

/** Returns the faults of a text: an array of `file:line: what to change: the sentence`. */
export function faultsIn(text: PlacedText): string[];
