import type { BlockContent, DefinitionContent, Html, List, ListItem, Paragraph } from 'mdast';
import { imageParagraph, isLineBreak, readInlines } from './inlines/read-inlines.js';
import type { TagKind } from './kinds/kind.js';
import { tagKinds } from './kinds/kinds.js';
import { readMath } from './kinds/math.js';
import { readCode } from './kinds/read-code.js';
import { readHeading } from './kinds/read-heading.js';
import { readHtml } from './kinds/read-html.js';
import { readImages } from './kinds/read-images.js';
import { readTable } from './kinds/read-table.js';
import { type InlinePart, normalizeInlines } from './nodes/leaves.js';
import { type Block, type BlockContainer, maxTagDepth } from './nodes/nodes.js';
import { allows, blockOf, type ReadState, sourceOf } from './nodes/reading.js';
import { hiddenFromReaders, isLoneTag } from './raw-html/hidden.js';
import { combineHtml, type RawHtml } from './raw-html/place-html.js';
import { readerTagKinds } from './raw-html/tag-kinds.js';
import { type Siblings, siblingsOf } from './syntax/tag-groups.js';

type Content = BlockContent | DefinitionContent;
type ContentOfType<Type extends Content['type']> = Extract<Content, { type: Type }>;
type Read<Type extends Content['type']> = (
  reading: ReadState,
  node: ContentOfType<Type>,
  place: BlockContainer,
) => Block | undefined;

/** Readers of Markdown blocks by node type. */
const readers: { [Type in Content['type']]: Read<Type> } = {
  paragraph: (reading, node, place) =>
    (allows(reading, place, 'images') ? readImages(reading, node) : undefined) ?? readParagraph(reading, node),
  heading: readHeading,
  thematicBreak: (reading, node) => ({ ...blockOf(reading, node, 'divider'), isVoid: true }),
  blockquote: (reading, node, place) =>
    allows(reading, place, 'blockquote')
      ? { ...blockOf(reading, node, 'blockquote'), nodes: readBlocks(reading, node.children, 'blockquote') }
      : sourceBlock(reading, node),
  list: readList,
  code: (reading, node, place) =>
    allows(reading, place, 'code') ? readCode(reading, node) : textParagraph(reading, node, codeText(node.value)),
  table: (reading, node, place) =>
    allows(reading, place, 'table') ? readTable(reading, node) : sourceBlock(reading, node),
  html: (reading, node, place) =>
    readHtml(reading, node, place) ??
    loneImage(reading, node) ??
    (reading.forReaders ? rawHtml(reading, node) : htmlAsText(reading, node)),
  tag: (reading, node) => hiddenFromReaders(reading, sourceBlock(reading, node)),
  mathBlock: (reading, node, place) =>
    node.closed && allows(reading, place, 'math') ? readMath(reading, node) : sourceBlock(reading, node),
  definition: (reading, node) =>
    reading.survey.used.has(node) ? undefined : hiddenFromReaders(reading, sourceBlock(reading, node)),
  footnoteDefinition: (reading, node) =>
    reading.survey.cited.has(node) ? undefined : hiddenFromReaders(reading, sourceBlock(reading, node)),
};

/**
 * Reads the blocks of one container. Content that has no block type in the REST API becomes a paragraph of text:
 * - HTML, tags, footnotes and unused link definitions as they are written
 * - in a quote: code without its language, and tables as they are written
 * - in a hint: quotes as well
 */
export function readBlocks(reading: ReadState, children: readonly Content[], place: BlockContainer): Block[] {
  const siblings = siblingsOf(children);
  return readRange(reading, siblings, { from: 0, to: siblings.nodes.length, place });
}

/** Reads a range of sibling blocks. */
function readRange(
  reading: ReadState,
  siblings: Siblings<Content>,
  range: { from: number; to: number; place: BlockContainer },
): Block[] {
  const blocks: Block[] = [];
  for (let at = range.from; at < range.to; at++) {
    const group = readGroup(reading, siblings, { start: at, place: range.place });
    const node = siblings.nodes[at]!;
    const block = group?.block ?? (readers[node.type] as Read<Content['type']>)(reading, node, range.place);
    if (block) blocks.push(block);
    at = group?.end ?? at;
  }
  return reading.forReaders ? combineHtml(reading, blocks) : blocks;
}

/**
 * Returns the block that a tag begins, and the index of the block's last sibling. Returns undefined if the tags are
 * invalid, or if the REST API does not allow the block here.
 */
function readGroup(
  reading: ReadState,
  siblings: Siblings<Content>,
  { start, place }: { start: number; place: BlockContainer },
): { block: Block; end: number } | undefined {
  const tag = siblings.tags[start];
  if (!tag || tag.closing || reading.depth >= maxTagDepth) return undefined;
  const readInside = (from: number, to: number, inside: BlockContainer) =>
    readRange(reading, siblings, { from, to, place: inside });
  reading.depth += 1;
  for (const kind of kindsOf(reading, tag.name, place)) {
    for (const end of [siblings.ends[start], kind.alone ? start : undefined]) {
      const block =
        end === undefined ? undefined : kind.read({ reading, siblings, tag, start, end, readBlocks: readInside });
      if (block) {
        reading.depth -= 1;
        return { block, end: end! };
      }
    }
  }
  reading.depth -= 1;
  return undefined;
}

/** Returns the kinds of block that a tag may begin in this container. */
function kindsOf(reading: ReadState, name: string, place: BlockContainer): TagKind[] {
  const kinds = [tagKinds.get(name), reading.forReaders ? readerTagKinds.get(name) : undefined];
  return kinds.filter((kind) => kind !== undefined).filter(({ type }) => allows(reading, place, type));
}

function readParagraph(reading: ReadState, node: Paragraph): Block | undefined {
  const paragraph = { ...blockOf(reading, node, 'paragraph'), nodes: readInlines(reading, node.children) };
  return reading.forReaders && isLoneTag(sourceOf(reading, node)) ? undefined : paragraph;
}

function readList(reading: ReadState, node: List): Block {
  const tasks = node.children.every((item) => typeof item.checked === 'boolean');
  const list = blockOf(reading, node, node.ordered ? 'list-ordered' : tasks ? 'list-tasks' : 'list-unordered');
  const data = node.ordered && typeof node.start === 'number' && node.start !== 1 ? { start: node.start } : {};
  return { ...list, data, nodes: node.children.map((item) => readItem(reading, item)) };
}

function readItem(reading: ReadState, node: ListItem): Block {
  const item = blockOf(reading, node, 'list-item');
  const data = typeof node.checked === 'boolean' ? { checked: node.checked } : {};
  return { ...item, data, nodes: readBlocks(reading, node.children, 'list-item') };
}

function codeText(value: string): InlinePart {
  return { text: value.replace(/\r\n?/g, '\n'), marks: new Set(['code']) };
}

function loneImage(reading: ReadState, node: Html): Block | undefined {
  const paragraph = imageParagraph(reading, node);
  return paragraph && { ...blockOf(reading, node, 'paragraph'), nodes: readInlines(reading, paragraph.children) };
}

/** Reads HTML that has no block type in the REST API as text. */
function htmlAsText(reading: ReadState, node: Html): Block {
  return textParagraph(reading, node, { text: htmlText(node.value), marks: new Set() });
}

/** Reads HTML for a tree for readers. It stays raw until it is combined with its siblings. */
function rawHtml(reading: ReadState, node: Html): RawHtml {
  return { ...blockOf(reading, node, 'html'), data: { html: node.value } };
}

/**
 * Returns newlines for HTML that contains only line breaks, because Markdown has no other form for a paragraph of line
 * breaks.
 */
function htmlText(value: string): string {
  const tags = value.split(/(?<=>)/);
  return tags.every(isLineBreak) ? '\n'.repeat(tags.length) : value.replace(/\r\n?/g, '\n');
}

/** Returns the source of a block as text, for blocks that do not exist in the REST API. */
export function sourceBlock(reading: ReadState, node: Content): Block {
  const [first = '', ...rest] = sourceOf(reading, node).split(/\r\n?|\n/);
  const lines = [first, ...rest.map((line) => line.replace(/^[ \t]*(?:>[ \t]?)+/, ''))];
  return textParagraph(reading, node, { text: lines.join('\n'), marks: new Set() });
}

function textParagraph(reading: ReadState, node: Content, piece: InlinePart): Block {
  return { ...blockOf(reading, node, 'paragraph'), nodes: normalizeInlines([piece]) };
}
