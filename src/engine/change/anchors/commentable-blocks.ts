import { compareCodeUnits } from '../../base/canonical-json.js';
import type { Json } from '../../base/types.js';
import { documentFromMarkdown } from '../../text/document/from-markdown.js';
import { inlineText, leafText } from '../../text/document/nodes/inline-text.js';
import type { Block, Fragment, Inline, Text } from '../../text/document/nodes/nodes.js';

/** A block that a comment can be attached to. */
export interface CommentableBlock {
  /** Key of the block in the document that the Markdown is converted to. */
  key: string;
  type: Block['type'];
  /**
   * Visible text of the block: its own text and the text of its nested blocks, each on separate lines, without notes.
   * For a block without text, such as an image, the values in its data. Empty for blocks without content, such as
   * dividers.
   */
  text: string;
  /** Key of the block that contains this one, directly or in a note; absent at the top level. */
  parent?: string;
  /** Ids of a table's records and columns; absent for other blocks. */
  cells?: TableCells;
}

/** Ids of the records and columns of a table; together they identify a cell. */
interface TableCells {
  records: string[];
  definitions: string[];
}

/**
 * Maximum length of a block's text, in characters, including the text of nested blocks. The block's own text is never
 * shortened.
 */
export const blockTextLimit = 4_000;

/**
 * Returns the blocks of a page's Markdown, without front matter, in reading order; each block precedes its nested
 * blocks. Also returns the blocks in cells, captions and notes. The time is proportional to the length of the text.
 * Never fails, because every text is valid Markdown.
 */
export function commentableBlocks(markdown: string): CommentableBlock[] {
  const found: CommentableBlock[] = [];
  for (const block of documentFromMarkdown(markdown).nodes) collect(found, block);
  return found;
}

/**
 * Adds a block and all blocks in it to `found`, and returns the block's text. The recursion depth is limited by
 * `maxDepth` of documents.
 */
function collect(found: CommentableBlock[], block: Block, parent?: string): string {
  const { key, type, fragments = [] } = block;
  const content: Content = { texts: [], notes: [], blocks: [] };
  readContent(content, block.nodes ?? []);
  const collected: CommentableBlock = {
    key,
    type,
    text: '',
    ...(parent !== undefined && { parent }),
    ...cellsOf(block),
  };
  found.push(collected);
  const collectAll = (blocks: readonly Block[]) => blocks.map((held) => collect(found, held, key));
  collectAll(content.notes);
  const held = collectAll([...content.blocks, ...blocksOf(fragments)]);
  collected.text = joinTexts([...dataTexts(block), content.texts.join('')].filter(Boolean).join('\n'), held);
  return collected.text;
}

/** Content directly inside a block. */
interface Content {
  texts: string[];
  /** Blocks in the notes of the block's text. */
  notes: Block[];
  blocks: Block[];
}

function readContent(content: Content, nodes: readonly (Block | Inline | Text)[]): void {
  for (const node of nodes) {
    if (node.object === 'block') content.blocks.push(node);
    else if (node.object === 'text') content.texts.push(leafText([node]));
    else if ('nodes' in node) readContent(content, node.nodes);
    else content.texts.push(inlineText([node]) || leafValues(node.data).join(' '));
    if ('fragments' in node && node.object === 'inline') content.notes.push(...blocksOf(node.fragments));
  }
}

function blocksOf(fragments: readonly Fragment[]): Block[] {
  return fragments.flatMap(({ nodes }) => nodes);
}

function joinTexts(own: string, held: readonly string[]): string {
  let text = own;
  for (const more of held) {
    if (text.length >= blockTextLimit) return text;
    text = truncate(text && more ? `${text}\n${more}` : text + more, Math.max(own.length, blockTextLimit));
  }
  return text;
}

/** Returns at most the first `length` characters of a text; never splits a surrogate pair. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * Returns the visible texts in a block's data: the title of a tab or a code block, or all values of a block without
 * text.
 */
function dataTexts(block: Block): string[] {
  if (block.type === 'table') return tableTexts(block);
  if (block.isVoid) return leafValues(block.data as Json);
  return typeof block.data.title === 'string' ? [block.data.title] : [];
}

/** Returns the titles of a table's columns, and the values of cells whose content is not in a fragment. */
function tableTexts({ data, fragments = [] }: Block): string[] {
  const contents = new Set<Json>(fragments.flatMap(({ fragment }) => fragment ?? []));
  const { definition, records } = data as unknown as TableData;
  const values = Object.values(records).flatMap((record) => Object.values(record.values));
  return [
    ...Object.values(definition).map(({ title }) => title),
    ...values.filter((value) => !contents.has(value)).flatMap(leafValues),
  ];
}

interface TableData {
  definition: Record<string, { title: string }>;
  records: Record<string, { values: Record<string, Json> }>;
}

function cellsOf({ type, data }: Block): { cells?: TableCells } {
  if (type !== 'table') return {};
  const { definition, records } = data as unknown as TableData;
  return { cells: { records: Object.keys(records), definitions: Object.keys(definition) } };
}

/**
 * Returns the values in a block's data, sorted by member name. Omits the member names and `kind`. All references have
 * them in common, so any two references would look similar.
 */
function leafValues(data: Json | undefined): string[] {
  if (data === undefined || data === null) return [];
  if (typeof data !== 'object') return [String(data)];
  if (Array.isArray(data)) return data.flatMap(leafValues);
  const members = Object.entries(data).filter(([name]) => name !== 'kind');
  return members.sort(([left], [right]) => compareCodeUnits(left, right)).flatMap(([, value]) => leafValues(value));
}
