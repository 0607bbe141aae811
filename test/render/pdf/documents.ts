import { expect } from 'vitest';
import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import type { PdfInput, Section } from '../../../src/render/pdf/blocks/input.js';
import { renderPdf } from '../../../src/render/pdf/render.js';
import { type ReadPdf, readPdf, withoutBreaks } from './read-pdf.js';

/** Returns a text node. */
export function text(words: string, ...marks: string[]): DocumentNode {
  return { object: 'text', leaves: [{ text: words, marks: marks.map((type) => ({ type })) }] };
}

/** Returns a block. */
export function block(type: string, nodes: DocumentNode[] = [], more: Partial<DocumentNode> = {}): DocumentNode {
  return { object: 'block', type, data: {}, nodes, ...more };
}

/** Returns a paragraph with a text. */
export function paragraph(words: string): DocumentNode {
  return block('paragraph', [text(words)]);
}

/** Returns a fragment with blocks. */
export function fragment(type: string, nodes: DocumentNode[]): DocumentNode {
  return { object: 'fragment', fragment: type, type, nodes };
}

/** Returns a document with blocks. */
export function documentOf(...nodes: DocumentNode[]): DocumentNode {
  return { object: 'document', data: { schemaVersion: 1 }, nodes };
}

/** Returns a section with a document or Markdown. */
export function section(id: string, content: DocumentNode | string, more: Partial<Section> = {}): Section {
  const document = typeof content === 'string' ? (documentFromMarkdown(content) as DocumentNode) : content;
  return { id, title: `Page ${id}`, depth: 0, type: 'document', document: () => document, ...more };
}

/** Returns the input for a PDF of sections. */
export function inputOf(sections: Section[], more: Partial<PdfInput> = {}): PdfInput {
  const pages = new Map(sections.map(({ id, title }) => [id, title]));
  return {
    title: 'Manual',
    language: null,
    base: 'https://docs.test',
    sections,
    named: { pages, files: new Map() },
    images: new Map(),
    shared: new Map(),
    specifications: { viewOf: () => null },
    ...more,
  };
}

/** Prints one page as a PDF and parses the result. */
export async function printAndParse(content: DocumentNode | string, more: Partial<PdfInput> = {}): Promise<ReadPdf> {
  return readPdf(await renderPdf(inputOf([section('a', content)], more)));
}

/** Returns an inline. */
export function inline(type: string, data: object, more: Partial<DocumentNode> = {}): DocumentNode {
  return { object: 'inline', type, data, ...more } as DocumentNode;
}

/** Expects words in a PDF, ignoring line breaks. */
export function expectWords(pdf: { text: string }, ...words: string[]): void {
  const found = words.map((word) => [word, pdf.text.includes(withoutBreaks(word))]);
  expect(found).toEqual(words.map((word) => [word, true]));
}
