import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';
import { sampled } from '../../../support/properties.js';
import { sharedPath, skippedWithout } from '../../../support/shared-data.js';

const docs = sharedPath('docs');

/** Names of the corpora that exist. */
export const corpora = existsSync(docs) ? readdirSync(docs) : [];

/** Whether there are no corpora. `without` is the suffix for the titles of skipped tests. */
export const areCorporaAbsent = corpora.length === 0;
export const skipSuffix = skippedWithout(docs);

/** A row for each corpus. Without corpora there is one row for a skipped test, because a table must not be empty. */
export const corpusRows = areCorporaAbsent ? ['none'] : corpora;

/** Returns the pages of a corpus by path, without front matter. */
export function pagesOf(corpus: string): [file: string, markdown: string][] {
  const files = readdirSync(path.join(docs, corpus), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file, readFileSync(path.join(docs, corpus, file), 'utf8').replace(/^---\n.*?\n---\n/s, '')]);
}

/**
 * Expects that the Markdown written from the document of a page stays the same when it is read and written again.
 * @param corpusPattern matches the names of the corpora to test
 * @param sampleInterval one page out of this number is tested, so that each test file stays fast
 */
export function expectStable(corpusPattern: RegExp, sampleInterval: number): void {
  for (const corpus of corpora.filter((name) => corpusPattern.test(name))) {
    const pages = sampled(pagesOf(corpus), sampleInterval);
    const unstable = pages.filter(([, markdown]) => !isStable(markdown)).map(([file]) => file);
    console.log(`${corpus}: ${pages.length - unstable.length} of ${pages.length} pages are stable`);
    expect(unstable).toEqual([]);
  }
}

function isStable(page: string): boolean {
  const markdown = markdownFromDocument(documentFromMarkdown(page));
  return markdownFromDocument(documentFromMarkdown(markdown)) === markdown;
}
