import type { PlacedText } from './prose/sources.mjs';

/** Reports on one text: an array of `file:line: what to change: the sentence`. */
export function faultsIn(text: PlacedText): string[];
