import type { ContentRef, Json } from '../../../base/types.js';

/** A colour of text or its background (`DocumentTextColor`, `DocumentTextBackgroundColor`). */
export type Color = (typeof colors)[number];

/** The colours of the contract; `$` names those of the site's theme. */
export const colors = [
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
] as const;

/** A mark (`DocumentMark*`); GFM has the first four, HTML the others. */
export type Mark =
  | {
      object: 'mark';
      type: 'bold' | 'italic' | 'strikethrough' | 'code' | 'keyboard' | 'subscript' | 'superscript';
    }
  | { object: 'mark'; type: 'color'; data: { text: Color; background: Color } };

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

/** What stands within text (`DocumentInline`). */
export type Inline =
  | InlineLink
  | InlineImage
  | InlineAnnotation
  | InlineElement
  | InlineVoid<'emoji', { code: string }>
  | InlineVoid<'icon', { icon: string; color?: Color }>
  | InlineVoid<'expression', { expression: string }>
  | InlineVoid<'inline-math', { formula: string }>
  | InlineVoid<'mention', { ref: ContentRef }>
  | InlineVoid<'button', { label: string; kind: 'primary' | 'secondary'; icon?: string; ref: ContentRef }>;

/** An inline without text of its own. */
interface InlineVoid<Type extends string, Data> {
  object: 'inline';
  type: Type;
  data: Data;
  isVoid: true;
}

/** A link (`DocumentInlineLink`). */
interface InlineLink {
  object: 'inline';
  type: 'link';
  /** `title` is an addition to the contract, whose schema is open: without it a write would lose the title. */
  data: { ref: ContentRef; title?: string };
  nodes: (Text | Inline)[];
}

/** An image within text (`DocumentInlineImage`); width and height are in trees for readers alone. */
export type InlineImage = InlineVoid<
  'inline-image',
  {
    ref: ContentRef;
    refDark?: ContentRef;
    alt?: string;
    caption?: string;
    size?: 'original' | 'line';
    width?: Json;
    height?: Json;
  }
>;

/** An element of HTML within text, in a tree for readers alone; `attributes` are safe to show. */
interface InlineElement {
  object: 'inline';
  type: 'element';
  data: { name: string; attributes: { [name: string]: string } };
  nodes: (Text | Inline)[];
}

/** Text with a note (`DocumentInlineAnnotation`): a footnote and the word before it. */
export interface InlineAnnotation {
  object: 'inline';
  type: 'annotation';
  nodes: Text[];
  fragments: [Fragment & { type: 'annotation-body' }];
  isVoid: false;
}

/** A named part of a block: a table's cell, an image's caption (`DocumentFragment`). */
export interface Fragment {
  object: 'fragment';
  fragment?: string;
  /** As `fragment`, where the contract wants both. */
  type?: string;
  nodes: Block[];
}

/** The kinds of block that Markdown, with what GitBook writes in it, has. */
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
  | 'image'
  | 'hint'
  | 'tabs'
  | 'tabs-item'
  | 'stepper'
  | 'stepper-step'
  | 'expandable'
  | 'embed'
  | 'file'
  | 'content-ref'
  | 'math'
  | 'drawing'
  | 'swagger'
  | 'openapi-operation'
  | 'openapi-schemas'
  | 'openapi-webhook'
  | 'reusable-content';

/** Kinds of block that only a tree for readers has: the contract has no word for them, or none in Markdown. */
export type ReaderBlockType = 'columns' | 'column' | 'updates' | 'update' | 'response' | 'element' | 'html';

/** A block as `documentFromMarkdown` makes it (`DocumentBlock*` of the contract). */
export interface Block {
  object: 'block';
  type: BlockType | ReaderBlockType;
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

/** What a step and a tab may hold, but for kinds that Markdown has not. */
const panel = [
  ...essentials,
  'content-ref',
  'code',
  'embed',
  'file',
  'images',
  'drawing',
  'hint',
  'blockquote',
  'math',
] as const;

/**
 * Where blocks stand, and which kinds the contract allows there: `DocumentBlocksTopLevels`, `DocumentBlockListItem` and
 * so on. It allows `if` and `columns` nowhere, so their Markdown is text. Readers see any block anywhere.
 */
export const blocksAllowedIn = {
  document: new Set<string>([
    ...panel,
    'expandable',
    'tabs',
    'stepper',
    'table',
    'swagger',
    'openapi-operation',
    'openapi-schemas',
    'openapi-webhook',
    'reusable-content',
  ]),
  'list-item': new Set<string>([...essentials, 'code', 'hint', 'blockquote', 'math', 'table']),
  blockquote: new Set<string>([...essentials, 'blockquote']),
  hint: new Set<string>(essentials),
  tab: new Set<string>(panel),
  step: new Set<string>(panel),
  /** A cell of a table: any block by the contract, of which HTML has these. */
  cell: new Set<string>(['paragraph', 'heading-1', 'heading-2', 'heading-3', 'list-ordered', 'list-unordered', 'code']),
  expandable: new Set<string>([...essentials, 'images', 'code', 'table', 'hint', 'blockquote', 'reusable-content']),
  annotation: new Set<string>([...essentials, 'code']),
} as const;

/** A place of blocks. */
export type Place = keyof typeof blocksAllowedIn;

/** Nodes of Markdown may stand this deep in one another; a deeper page is read as plain text. */
export const maxDepth = 100;

/** Blocks of a document may stand this deep in one another; with its text and marks the deepest can still be read. */
export const maxWrittenDepth = 90;

/** Annotations may stand this deep in the notes of one another. */
export const maxAnnotationDepth = 5;

/** Tags may nest this deep for readers. Deeper tags are left out; their content is shown. */
export const maxTagDepth = 20;
