import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';
import { contractSchema, withoutContract } from './contract-schema.js';
import { inlines, randomInlineMarkdown } from './inline-arbitrary.js';
import { normalForm } from './normal-form.js';

/** Returns blocks that contain the inline nodes: a paragraph, a heading, and a list item after its marker. */
const places: ((nodes: unknown[]) => object)[] = [
  (nodes) => ({ object: 'block', type: 'paragraph', nodes }),
  (nodes) => ({ object: 'block', type: 'heading-2', nodes }),
  (nodes) => ({
    object: 'block',
    type: 'list-ordered',
    nodes: [{ object: 'block', type: 'list-item', nodes: [{ object: 'block', type: 'paragraph', nodes }] }],
  }),
];
const documents = fc
  .tuple(inlines, fc.constantFrom(...places))
  .map(([nodes, place]) => ({ object: 'document', data: { schemaVersion: 1 }, nodes: [place(nodes)] }));

describe('inlines and marks of every kind', () => {
  it('are the same after they are written as Markdown and read again', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const read = documentFromMarkdown(markdownFromDocument(document));
        expect(normalForm(read)).toEqual(normalForm(document));
      }),
      { numRuns: 500 },
    );
  });

  it('have stable Markdown, for any source', () => {
    fc.assert(
      fc.property(randomInlineMarkdown, (page) => {
        const markdown = markdownFromDocument(documentFromMarkdown(page));
        expect(markdownFromDocument(documentFromMarkdown(markdown))).toBe(markdown);
      }),
      { numRuns: 800 },
    );
  });

  it.skipIf(withoutContract)('match the contract, for any Markdown source', () => {
    const validate = contractSchema('JSONDocument');
    fc.assert(
      fc.property(fc.oneof(randomInlineMarkdown, documents.map(markdownFromDocument)), (page) => {
        expect({ valid: validate(documentFromMarkdown(page)), errors: validate.errors }).toEqual({
          valid: true,
          errors: null,
        });
      }),
      { numRuns: 300 },
    );
  });
});
