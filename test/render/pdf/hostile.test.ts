import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compiledModules } from '../../../scripts/compiled.mjs';
import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import { withinBounds } from '../../support/cost.js';
import { block, documentOf, paragraph, printAndParse } from './documents.js';
import { withoutBreaks } from './read-pdf.js';

const script = fileURLToPath(new URL('hostile-page.mjs', import.meta.url));

/**
 * Prints a hostile page in another process. Returns the seconds of CPU and the megabytes on top of the idle process.
 */
function printingCost(page: string): { cpu: number; megabytes: number; sheets: number; size: number } {
  const dist = compiledModules();
  return JSON.parse(execFileSync(process.execPath, [script, dist, page], { encoding: 'utf8' }));
}

it.each([
  'only line breaks',
  'lines of one letter',
  'a word of a script whose letters join',
  'every character there is',
  'a table with 220 KB in a narrow column',
])('a hostile page of up to 1 MB takes less than 2 s of CPU and 256 MB: %s', async (page) => {
  const { sheets, size } = await withinBounds(
    { cpu: 2, megabytes: 256 },
    () => printingCost(page),
    (cost) => cost,
  );
  expect(sheets).toBeLessThan(1000);
  expect(size).toBeLessThan(4_000_000);
});

const truncationNotice = '…Thispageistoolongtoprint:therestofitisleftout.';

it('a long page of normal text is printed completely', async () => {
  const words = 'A sentence of an honest page, which is as long as a page may be. '.repeat(10);
  const lines = Array.from({ length: 500 }, (_, index) => paragraph(`${words} ${index}`));
  const { text } = await printAndParse(documentOf(...lines, paragraph('The end.')));
  expect(text).toContain('Theend.');
  expect(text).not.toContain(truncationNotice);
});

it('shared texts that include each other ten times are printed up to a limit, and the page ends with a notice', async () => {
  const shows = (id: string): DocumentNode[] =>
    Array.from({ length: 10 }, () =>
      block('reusable-content', [], { data: { ref: { kind: 'reusable-content', reusableContent: id } } }),
    );
  const shared = new Map(
    Array.from({ length: 12 }, (_, level) => [`${level}`, documentOf(paragraph('shared'), ...shows(`${level + 1}`))]),
  );
  const { text, sheets } = await printAndParse(documentOf(...shows('0')), { shared });
  expect(text).toContain('shared');
  expect(withoutBreaks(sheets.at(-1)!)).toContain(truncationNotice);
});
