import { expect, it } from 'vitest';
import { compiledProgram } from '../../../scripts/compiled.mjs';
import { readFolder } from '../../../src/cli/folders/read-folder.js';
import { importFolder } from '../../../src/engine/tree/import/import-folder.js';
import { type PdfJob, requiredBlobs } from '../../../src/modules/pdf/pdf-job.js';
import { createPrinter, printLimits } from '../../../src/modules/pdf/print.js';
import { selectedPages } from '../../../src/modules/pdf/selected-pages.js';
import { corpora, corpusSkipSuffix } from '../../engine/corpora.js';
import { isSoak } from '../../support/properties.js';
import { type Bookmark, readPdf } from './read-pdf.js';

const selection = { page: null, only: false };
const printer = createPrinter({ ...printLimits, file: (module) => `${compiledProgram()}/${module}.js` });

/** Returns the job that prints a corpus. */
function jobOf(corpus: string): PdfJob {
  let count = 0;
  const entries = readFolder(`${corpora}/${corpus}`);
  const { manifest, blobs } = importFolder({ entries, newId: (kind) => `${kind.toLowerCase()}_${++count}` });
  const source = { manifest, selection, specifications: new Map<string, string>() };
  const bytes = new Map(requiredBlobs(source).map((hash) => [hash, new Uint8Array(blobs.get(hash)!())]));
  return { ...source, blobs: bytes, title: corpus, language: 'en', base: 'https://docs.test' };
}

const titlesOf = (bookmarks: Bookmark[]): string[] =>
  bookmarks.flatMap(({ title, items }) => [title, ...titlesOf(items)]);

it.skipIf(corpora === null)(`a real space is printed with a bookmark for each page${corpusSkipSuffix}`, async () => {
  const job = jobOf('small-laravel-translatable');
  const pdf = await readPdf(await printer.print(job, 'org_corpus'));
  expect(titlesOf(pdf.bookmarks)).toEqual(selectedPages(job.manifest, selection).map(({ page }) => page.title));
  expect(pdf.extent.right).toBeLessThanOrEqual(595.28 - 56 + 1);
  expect(pdf.links.flat().some((link) => typeof link === 'number' && link > 2)).toBe(true);
});

it.skipIf(corpora === null || !isSoak)(
  `831 pages are printed as a PDF of less than 20 MB${corpusSkipSuffix || ' (skipped without SOAK=1: it takes half a minute)'}`,
  async () => {
    const job = jobOf('large-rocketchat-dev');
    const started = performance.now();
    const pdf = await printer.print(job, 'org_corpus');
    console.info(`${(pdf.length / 1e6).toFixed(1)} MB in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    expect(pdf.length).toBeLessThan(20_000_000);
    const bookmarks = titlesOf((await readPdf(pdf)).bookmarks);
    expect(bookmarks).toEqual(selectedPages(job.manifest, selection).map(({ page }) => page.title));
  },
);
