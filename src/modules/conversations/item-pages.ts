import type { ItemPage } from './worker-tasks.js';

/** An issue as it is grouped. */
export interface GroupedText {
  title: string;
  quotes: readonly string[];
}

/** Characters of an issue that are grouped. */
const longest = 2000;

/** The text that an issue is grouped by: what was said, else its title. */
export function groupedText({ title, quotes }: GroupedText): string {
  return (quotes.join('\n') || title).slice(0, longest).toWellFormed();
}

/** Texts, and their vectors where each has one of the same length, as they are given to a thread. */
export function itemPage(texts: readonly string[], vectors: readonly (Uint8Array | undefined)[]): ItemPage {
  const encoded = new TextEncoder().encode(JSON.stringify(texts));
  const length = vectors[0]?.length ?? 0;
  if (length === 0 || vectors.length !== texts.length || !vectors.every((one) => one?.length === length))
    return { texts: encoded, vectors: null };
  const all = new Uint8Array(length * vectors.length);
  for (const [index, vector] of vectors.entries()) all.set(vector!, index * length);
  return { texts: encoded, vectors: all };
}
