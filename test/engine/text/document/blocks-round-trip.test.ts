import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';
import { allDocuments, documentsByKind, options } from './block-arbitrary.js';
import { normalForm } from './normal-form.js';

describe('blocks of every kind', () => {
  it.each([...documentsByKind, ['all kinds together', allDocuments] as const])(
    'are the same after they are written as Markdown and read again: %s',
    (_, documents) => {
      fc.assert(
        fc.property(documents, (document) => {
          const markdown = markdownFromDocument(document, options);
          const read = documentFromMarkdown(markdown, options);
          expect(normalForm(read)).toEqual(normalForm(document));
          const again = markdownFromDocument(read, options);
          expect(markdownFromDocument(documentFromMarkdown(again, options), options)).toBe(again);
        }),
        { numRuns: 60 },
      );
    },
  );
});
