import { compareCodeUnits } from '../../base/canonical-json.js';
import type { Json } from '../../base/types.js';
import { documentFromMarkdown } from '../../text/document/from-markdown.js';
import { inlineText, leafText } from '../../text/document/nodes/inline-text.js';
import type { Block, Fragment, Inline, Text } from '../../text/document/nodes/nodes.js';

/** A block that a comment can stand on. */
export interface CommentableBlock {
  /** Its key in the document of the text. */
  key: string;
  type: Block['type'];
  /**
   * What a reader sees of it: its own text and that of the blocks it holds, but not of notes, each on lines of its own;
   * of a block without text, such as an image, the values of its data. Empty where it says nothing, as dividers do.
   */
  text: string;
  /** The key of the block it stands in, or whose note it is of; absent at the top level. */
  parent?: string;
  /** Of a table. */
  cells?: TableCells;
}

/** Ids that the cells of a table are found by. */
interface TableCells {
  records: string[];
  definitions: string[];
}

/** What a block holds is told of in its text up to this many characters; its own text is told whole. */
export const heldTextLimit = 4_000;

/**
 * The blocks of a page's Markdown, without front matter, in reading order: each before those it holds, those in
 * cells, captions and notes among them. Takes time in proportion to the text; never fails, as every text is Markdown.
 */
export function commentableBlocks(markdown: string): CommentableBlock[] {
  const found: CommentableBlock[] = [];
  for (const block of documentFromMarkdown(markdown).nodes) collect(found, block);
  return found;
}

/** Adds a block and all within it; answers its text. Documents are not deep (`maxDepth`). */
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
  collected.text = joined([...dataTexts(block), content.texts.join('')].filter(Boolean).join('\n'), held);
  return collected.text;
}

/** What stands directly in a block. */
interface Content {
  texts: string[];
  /** Blocks of the notes in its text. */
  notes: Block[];
  blocks: Block[];
}

function readContent(content: Content, nodes: readonly (Block | Inline | Text)[]): void {
  for (const node of nodes) {
    if (node.object === 'block') content.blocks.push(node);
    else if (node.object === 'text') content.texts.push(leafText([node]));
    else if ('nodes' in node) readContent(content, node.nodes);
    else content.texts.push(inlineText([node]) || valuesOf(node.data).join(' '));
    if ('fragments' in node && node.object === 'inline') content.notes.push(...blocksOf(node.fragments));
  }
}

function blocksOf(fragments: readonly Fragment[]): Block[] {
  return fragments.flatMap(({ nodes }) => nodes);
}

function joined(own: string, held: readonly string[]): string {
  let text = own;
  for (const more of held) {
    if (text.length >= heldTextLimit) return text;
    text = cut(text && more ? `${text}\n${more}` : text + more, Math.max(own.length, heldTextLimit));
  }
  return text;
}

/** The beginning of a text, of so many characters at most; cuts none in two. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** What a reader sees of the data of a block: the title of a tab or some code, all that a block without text has. */
function dataTexts(block: Block): string[] {
  if (block.type === 'table') return tableTexts(block);
  if (block.isVoid) return valuesOf(block.data as Json);
  return typeof block.data.title === 'string' ? [block.data.title] : [];
}

/** The titles of the columns, and the cells whose content is in no fragment. */
function tableTexts({ data, fragments = [] }: Block): string[] {
  const contents = new Set<Json>(fragments.flatMap(({ fragment }) => fragment ?? []));
  const { definition, records } = data as unknown as TableData;
  const values = Object.values(records).flatMap((record) => Object.values(record.values));
  return [
    ...Object.values(definition).map(({ title }) => title),
    ...values.filter((value) => !contents.has(value)).flatMap(valuesOf),
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

/** The values in some data, by the names of their members; names and kinds, which all references share, would make any two alike. */
function valuesOf(data: Json | undefined): string[] {
  if (data === undefined || data === null) return [];
  if (typeof data !== 'object') return [String(data)];
  if (Array.isArray(data)) return data.flatMap(valuesOf);
  const members = Object.entries(data).filter(([name]) => name !== 'kind');
  return members.sort(([one], [other]) => compareCodeUnits(one, other)).flatMap(([, value]) => valuesOf(value));
}
