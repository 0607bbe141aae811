import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { isReadable } from '../../../src/content/document/effort.js';
import { documentFromMarkdown } from '../../../src/content/document/from-markdown.js';
import { markdownFromDocument } from '../../../src/content/document/to-markdown.js';
import { contractFile, corpora, pagesOf } from './corpora.js';

const absent = corpora.length === 0;
const without = absent ? ' (skipped: no corpora, set DOCGRAPH_SHARED)' : '';

describe('every page of the corpora', () => {
  it.skipIf(absent)(
    `is stable: Markdown made from its document is made the same way from itself${without}`,
    { timeout: 120_000 },
    () => {
      for (const corpus of corpora) {
        const pages = pagesOf(corpus);
        const unstable = pages.filter(([, markdown]) => !isStable(markdown)).map(([file]) => file);
        console.log(`${corpus}: ${pages.length - unstable.length} of ${pages.length} pages are stable`);
        expect(unstable).toEqual([]);
      }
    },
  );

  it.skipIf(absent)(`is within the bounds for reading, with room to spare${without}`, () => {
    const refused = corpora.flatMap((corpus) => pagesOf(corpus).filter(([, markdown]) => !isReadable(markdown)));
    expect(refused.map(([file]) => file)).toEqual([]);
  });

  it.skipIf(absent || !existsSync(contractFile))(`gives documents of the contract's schema${without}`, () => {
    const validate = documentSchema();
    for (const corpus of corpora) {
      for (const [file, markdown] of pagesOf(corpus).filter((_, index) => index % 10 === 0)) {
        expect({ file, valid: validate(documentFromMarkdown(markdown)), errors: validate.errors }).toMatchObject({
          file,
          valid: true,
        });
      }
    }
  });
});

/** Whether the Markdown made from a page's document is made the same way from itself. */
function isStable(page: string): boolean {
  const markdown = markdownFromDocument(documentFromMarkdown(page));
  return markdownFromDocument(documentFromMarkdown(markdown)) === markdown;
}

function documentSchema() {
  const { schemas } = JSON.parse(readFileSync(contractFile, 'utf8'));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  return ajv.compile({ $ref: '#/schemas/JSONDocument', schemas });
}
