import type { ItemPage } from './worker-tasks.js';

/** An issue, as grouping uses it. */
export interface GroupedText {
  title: string;
  quotes: readonly string[];
}

/** Maximum number of characters of an issue that grouping uses. */
const maxIssueLength = 2000;

/** Returns the text that decides the group of an issue: its quotes, otherwise its title. */
export function groupedText({ title, quotes }: GroupedText): string {
  return (quotes.join('\n') || title).slice(0, maxIssueLength).toWellFormed();
}

/** Encodes texts for a thread, with their vectors if each text has one and all have the same length. */
export function itemPage(texts: readonly string[], vectors: readonly (Uint8Array | undefined)[]): ItemPage {
  const encoded = new TextEncoder().encode(JSON.stringify(texts));
  const length = vectors[0]?.length ?? 0;
  if (length === 0 || vectors.length !== texts.length || !vectors.every((one) => one?.length === length))
    return { texts: encoded, vectors: null };
  const all = new Uint8Array(length * vectors.length);
  for (const [index, vector] of vectors.entries()) all.set(vector!, index * length);
  return { texts: encoded, vectors: all };
}
