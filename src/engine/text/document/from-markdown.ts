import type { Root } from 'mdast';
import type { ContentRef } from '../../base/types.js';
import { createHeadingIds } from './nodes/heading-ids.js';
import { createKeyMaker } from './nodes/keys.js';
import { type JSONDocument, maxDepth } from './nodes/nodes.js';
import { isReadable } from './nodes/parse-cost.js';
import { plainDocument } from './nodes/plain-document.js';
import { indexPage, type Lines, type PageIndex, type ReadState } from './nodes/read-state.js';
import { withIdPrefix } from './raw-html/hidden.js';
import { readBlocks, sourceBlock } from './read-blocks.js';
import { parseMarkdown } from './syntax/syntax.js';

/** Options for reading a page. */
export interface ReadOptions {
  /**
   * Returns the target of a link or image destination. The default treats every destination as unknown: the target is a
   * URL with the destination as written.
   */
  resolve?(destination: string): ContentRef;
  /**
   * Whether to omit content that readers never see: comments, link definitions, unknown tags on lines of their own, and
   * ids in braces.
   * Such a tree cannot be converted back to Markdown.
   */
  forReaders?: boolean;
}

/**
 * Converts Markdown without front matter to a block document (`JSONDocument` in openapi.json). Every text is Markdown,
 * so this never fails. A page that takes too long to parse, or is nested deeper than `maxDepth`, becomes one code block
 * with its text.
 */
export function documentFromMarkdown(markdown: string, options: ReadOptions = {}): JSONDocument {
  return readPage(markdown, options).document;
}

/** Converts a page as `documentFromMarkdown` does, and also returns the lines of every block by its key. */
export function readPage(
  markdown: string,
  options: ReadOptions = {},
): { document: JSONDocument; lines: Map<string, Lines> } {
  const source = markdown.replace(/^\uFEFF/, '');
  const page = parsePage(source);
  return page ? documentFromParsedPage(page, options) : plainDocument(source);
}

/** A parsed page; `source` is its Markdown without a byte-order mark. */
export interface ParsedPage {
  source: string;
  root: Root;
  survey: PageIndex;
}

/** Parses a page; returns undefined if it exceeds the limits for reading. */
export function parsePage(source: string): ParsedPage | undefined {
  const root = isReadable(source) ? parseMarkdown(source) : undefined;
  const survey = root && indexPage(root);
  return root && survey && survey.depth <= maxDepth ? { source, root, survey } : undefined;
}

/** Converts a parsed page as `readPage` does; does not change its tree. */
export function documentFromParsedPage(
  { source, root, survey }: ParsedPage,
  options: ReadOptions = {},
): ReturnType<typeof readPage> {
  const lines = new Map<string, Lines>();
  const { resolve = (url: string) => ({ kind: 'url', url }), forReaders = false } = options;
  const readState: ReadState = {
    source,
    resolve: forReaders ? (url) => resolve(withIdPrefix(survey, url)) : resolve,
    forReaders,
    depth: 0,
    makeKey: createKeyMaker(),
    headingId: createHeadingIds(),
    survey,
    lines,
    notes: { read: new Set(), open: new Set(), repeated: 0 },
    readNote: (definition) => readBlocks(readState, definition.children, 'annotation'),
  };
  const nodes = readBlocks(readState, root.children as Parameters<typeof readBlocks>[1], 'document');
  // The document must also contain the footnotes that are not in an annotation. These are cited only in a title or in
  // another footnote.
  for (const footnote of survey.cited) {
    if (!readState.notes.read.has(footnote) && !readState.forReaders) nodes.push(sourceBlock(readState, footnote));
  }
  return { document: { object: 'document', data: { schemaVersion: 1 }, nodes }, lines };
}
