import type { ContentRef, Json } from '../types.js';

/** A mark that both the contract and Markdown have. */
export interface Mark {
  object: 'mark';
  type: 'bold' | 'italic' | 'strikethrough' | 'code';
}

/** A run of text with one set of marks; a newline in `text` is a hard line break. */
export interface Leaf {
  object: 'leaf';
  text: string;
  marks: Mark[];
}

/** Adjacent leaves (`DocumentText`). */
export interface Text {
  object: 'text';
  leaves: Leaf[];
}

/** A link or an image within text (`DocumentInlineLink`, `DocumentInlineImage`). */
export interface Inline {
  object: 'inline';
  type: 'link' | 'inline-image';
  /** A link's `title` is an addition to the contract, whose schema is open: without it a write would lose the title. */
  data: { ref: ContentRef; title?: string; alt?: string; caption?: string };
  nodes?: (Text | Inline)[];
  isVoid?: true;
}

/** A named part of a block: a table's cell, an image's caption (`DocumentFragment`). */
export interface Fragment {
  object: 'fragment';
  fragment: string;
  nodes: Block[];
}

/** The kinds of block that CommonMark and GFM have. */
export type BlockType =
  | 'paragraph'
  | 'heading-1'
  | 'heading-2'
  | 'heading-3'
  | 'list-ordered'
  | 'list-unordered'
  | 'list-tasks'
  | 'list-item'
  | 'divider'
  | 'blockquote'
  | 'code'
  | 'code-line'
  | 'table'
  | 'images'
  | 'image';

/** A block as `documentFromMarkdown` makes it (`DocumentBlock*` of the contract). */
export interface Block {
  object: 'block';
  type: BlockType;
  /** Depends on the block's own source and on how many equal blocks stand before it, on nothing else of the page. */
  key: string;
  data: { [key: string]: Json | undefined };
  nodes?: (Block | Inline | Text)[];
  fragments?: Fragment[];
  isVoid?: boolean;
  meta?: { id: string };
}

/** The block document of a page (`JSONDocument` of the contract). */
export interface JSONDocument {
  object: 'document';
  data: { schemaVersion: 1 };
  nodes: Block[];
}

const essentials = [
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'divider',
] as const;

/** Where blocks stand, and which kinds the contract allows there: `JSONDocument`, `DocumentBlockListItem`, `DocumentBlockQuote`. */
export const blocksAllowedIn = {
  document: new Set<string>([...essentials, 'blockquote', 'code', 'table', 'images']),
  'list-item': new Set<string>([...essentials, 'blockquote', 'code', 'table']),
  blockquote: new Set<string>([...essentials, 'blockquote']),
} as const;

/** A place of blocks. */
export type Place = keyof typeof blocksAllowedIn;

/** Nodes of Markdown may stand this deep in one another; a deeper page is read as plain text. */
export const maxDepth = 100;

/** Blocks of a document may stand this deep in one another; with its text and marks the deepest can still be read. */
export const maxWrittenDepth = 90;
