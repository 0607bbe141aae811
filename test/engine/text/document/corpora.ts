import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';
import { sharedPath, skippedWithout } from '../../../support/shared-data.js';

const docs = sharedPath('docs');

/** Names of the corpora that are there. */
export const corpora = existsSync(docs) ? readdirSync(docs) : [];

/** Whether there are none, and what a skipped test says of it. */
export const absent = corpora.length === 0;
export const without = skippedWithout(docs);

/** The pages of a corpus, without front matter, by path. */
export function pagesOf(corpus: string): [file: string, markdown: string][] {
  const files = readdirSync(path.join(docs, corpus), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file, readFileSync(path.join(docs, corpus, file), 'utf8').replace(/^---\n.*?\n---\n/s, '')]);
}

/** Which pages of which corpora are checked: every `of`th from `part`, so that each file of tests stays short. */
interface Share {
  corpora: RegExp;
  part?: number;
  of?: number;
}

/** Expects that the Markdown made from the document of each page is made the same way from itself. */
export function expectStable({ corpora: wanted, part = 0, of = 1 }: Share): void {
  for (const corpus of corpora.filter((name) => wanted.test(name))) {
    const pages = pagesOf(corpus).filter((_, index) => index % of === part);
    const unstable = pages.filter(([, markdown]) => !isStable(markdown)).map(([file]) => file);
    console.log(`${corpus}: ${pages.length - unstable.length} of ${pages.length} pages are stable`);
    expect(unstable).toEqual([]);
  }
}

function isStable(page: string): boolean {
  const markdown = markdownFromDocument(documentFromMarkdown(page));
  return markdownFromDocument(documentFromMarkdown(markdown)) === markdown;
}
