import type { ParsedSource } from './syntax.mjs';

/** Reports the declared names of one source that are gone: an array of `file:line: what to change`. */
export function goneNamesIn(source: ParsedSource): string[];
