import type { ContentRef, Json } from '../../../base/types.js';

/** A color of text or its background (`DocumentTextColor`, `DocumentTextBackgroundColor`). */
export type Color = (typeof colors)[number];

/** The colors of the REST API; names with `$` are colors of the site's theme. */
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

/** A mark (`DocumentMark*`). The first four exist in GFM, the others only in HTML. */
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

/** An inline element of text (`DocumentInline`). */
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

/** An inline that contains no text. */
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
  /**
   * The documented REST API does not have `title`, but allows additional members. Without it, converting the document
   * back would lose the title.
   */
  data: { ref: ContentRef; title?: string };
  nodes: (Text | Inline)[];
}

/** An image within text (`DocumentInlineImage`). Only trees for readers contain width and height. */
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

/** An HTML element within text; it exists only in trees for readers. `attributes` are sanitized. */
interface InlineElement {
  object: 'inline';
  type: 'element';
  data: { name: string; attributes: { [name: string]: string } };
  nodes: (Text | Inline)[];
}

/** Annotated text (`DocumentInlineAnnotation`): a footnote and the word that it annotates. */
export interface InlineAnnotation {
  object: 'inline';
  type: 'annotation';
  nodes: Text[];
  fragments: [Fragment & { type: 'annotation-body' }];
  isVoid: false;
}

/** A named part of a block, such as a table's cell or an image's caption (`DocumentFragment`). */
export interface Fragment {
  object: 'fragment';
  fragment?: string;
  /** Same value as `fragment`; present if the REST API requires both. */
  type?: string;
  nodes: Block[];
}

/** Types of blocks in Markdown with GitBook's extensions. */
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

/**
 * Types of blocks that exist only in trees for readers: the REST API has no such type, or documents read from Markdown
 * never contain it.
 */
export type ReaderBlockType = 'columns' | 'column' | 'updates' | 'update' | 'response' | 'element' | 'html';

/** A block that `documentFromMarkdown` returns (`DocumentBlock*` in openapi.json). */
export interface Block {
  object: 'block';
  type: BlockType | ReaderBlockType;
  /** Key of the block. It depends only on the block's source and on the number of equal blocks before it. */
  key: string;
  data: { [key: string]: Json | undefined };
  nodes?: (Block | Inline | Text)[];
  fragments?: Fragment[];
  isVoid?: boolean;
  meta?: { id: string };
}

/** The block document of a page (`JSONDocument` in openapi.json). */
export interface JSONDocument {
  object: 'document';
  data: { schemaVersion: 1 };
  nodes: Block[];
}

const basicBlocks = [
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'divider',
] as const;

/** Allowed blocks in a step or tab, without types that Markdown cannot express. */
const panelBlocks = [
  ...basicBlocks,
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
 * Block types that the REST API allows in each container: `DocumentBlocksTopLevels`, `DocumentBlockListItem` and so on.
 * It never allows `if` and `columns`, so their Markdown is text. Trees for readers allow any block anywhere.
 */
export const blocksAllowedIn = {
  document: new Set<string>([
    ...panelBlocks,
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
  'list-item': new Set<string>([...basicBlocks, 'code', 'hint', 'blockquote', 'math', 'table']),
  blockquote: new Set<string>([...basicBlocks, 'blockquote']),
  hint: new Set<string>(basicBlocks),
  tab: new Set<string>(panelBlocks),
  step: new Set<string>(panelBlocks),
  /** Cells of a table. The REST API allows any block, but HTML can express only these. */
  cell: new Set<string>(['paragraph', 'heading-1', 'heading-2', 'heading-3', 'list-ordered', 'list-unordered', 'code']),
  expandable: new Set<string>([...basicBlocks, 'images', 'code', 'table', 'hint', 'blockquote', 'reusable-content']),
  annotation: new Set<string>([...basicBlocks, 'code']),
} as const;

/** A container of blocks. */
export type BlockContainer = keyof typeof blocksAllowedIn;

/** Maximum nesting depth of Markdown nodes; a deeper page is read as plain text. */
export const maxDepth = 100;

/**
 * Maximum nesting depth of blocks in a document. Even with text and marks, the deepest blocks stay within `maxDepth`.
 */
export const maxWrittenDepth = 90;

/** Maximum nesting depth of annotations in the notes of other annotations. */
export const maxAnnotationDepth = 5;

/** Maximum nesting depth of tags for readers. Deeper tags are omitted, but their content is shown. */
export const maxTagDepth = 20;
