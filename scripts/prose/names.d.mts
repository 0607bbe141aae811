import type { ParsedSource } from './syntax.mjs';

/** Reports the abandoned names that one source file declares: an array of `file:line: what to change`. */
export function goneNamesIn(source: ParsedSource): string[];
