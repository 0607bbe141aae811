/** Returns the Markdown files that comments of a source file name, with their lines from 1. */
export function referencesIn(source: string): { line: number; name: string }[];
