import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../src/engine/text/document/to-markdown.js';
import { segmentsOf } from '../../../src/engine/translation/segments.js';
import { documents, randomMarkdown } from '../text/document/document-arbitrary.js';
import { pseudo, structure, translated } from './translated.js';
import { translationFaults } from './translation-faults.js';

const pages = fc.oneof(
  documents.map((document) => writtenOrNone(document)),
  randomMarkdown,
);

function writtenOrNone(document: unknown): string {
  try {
    return markdownFromDocument(document);
  } catch {
    // The arbitrary also generates documents that Markdown cannot represent.
    return '';
  }
}

it('any page keeps its structure, and every segment that is not refused is translated', () => {
  fc.assert(
    fc.property(pages, (page) => {
      const { markdown, refused, missing } = translated(page, pseudo);
      expect(missing).toEqual([]);
      expect(structure(markdown)).toEqual(structure(page));
      const refusedHashes = new Set(refused.map(({ hash }) => hash));
      const expected = segmentsOf(page).map(({ hash, text }) =>
        refusedHashes.has(hash) ? null : words(pseudo(text, 0)),
      );
      const found = segmentsOf(markdown).map(({ text }) => words(text));
      expect(found).toHaveLength(expected.length);
      for (const [index, text] of expected.entries()) if (text !== null) expect(found[index]).toBe(text);
    }),
  );
});

it.each(Object.entries(translationFaults))('any page keeps its structure if a provider %s', (_, breaks) => {
  fc.assert(
    fc.property(pages, (page) => {
      expect(structure(translated(page, (text) => breaks(pseudo(text, 0))).markdown)).toEqual(structure(page));
    }),
    { numRuns: 20 },
  );
});

it('a translated page has blocks of the same types', () => {
  fc.assert(
    fc.property(documents.map(writtenOrNone), (page) => {
      expect(kindsOf(translated(page, pseudo).markdown)).toEqual(kindsOf(page));
    }),
  );
});

function kindsOf(markdown: string): string[] {
  return documentFromMarkdown(markdown).nodes.map(({ type }) => type);
}

/** Removes white space, because Markdown trims it. */
function words(text: string): string {
  return text.replace(/\s+/g, '');
}
