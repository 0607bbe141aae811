import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';
import { documents, randomMarkdown } from './document-arbitrary.js';
import { normalForm } from './normal-form.js';

describe('a document and its Markdown', () => {
  it('have the same content: any document is the same after it is written as Markdown and read again', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const markdown = markdownFromDocument(document);
        expect(normalForm(documentFromMarkdown(markdown))).toEqual(normalForm(document));
      }),
      { numRuns: 300 },
    );
  });

  it('are stable: Markdown written from any page or document is the same after it is read and written again', () => {
    const pages = fc.oneof(documents.map(markdownFromDocument), randomMarkdown);
    fc.assert(
      fc.property(pages, (page) => {
        const markdown = markdownFromDocument(documentFromMarkdown(page));
        expect(markdownFromDocument(documentFromMarkdown(markdown))).toBe(markdown);
      }),
      { numRuns: 400 },
    );
  });
});
