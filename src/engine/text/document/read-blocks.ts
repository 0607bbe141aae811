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
import { allows, blockOf, type ReadState, sourceOf } from './nodes/read-state.js';
import { hiddenFromReaders, isLoneTag } from './raw-html/hidden.js';
import { combineHtml, type RawHtml } from './raw-html/place-html.js';
import { readerTagKinds } from './raw-html/tag-kinds.js';
import { type Siblings, siblingsOf } from './syntax/tag-groups.js';

type Content = BlockContent | DefinitionContent;
type ContentOfType<Type extends Content['type']> = Extract<Content, { type: Type }>;
type Read<Type extends Content['type']> = (
  readState: ReadState,
  node: ContentOfType<Type>,
  place: BlockContainer,
) => Block | undefined;

/** Readers of Markdown blocks by node type. */
const readers: { [Type in Content['type']]: Read<Type> } = {
  paragraph: (readState, node, place) =>
    (allows(readState, place, 'images') ? readImages(readState, node) : undefined) ?? readParagraph(readState, node),
  heading: readHeading,
  thematicBreak: (readState, node) => ({ ...blockOf(readState, node, 'divider'), isVoid: true }),
  blockquote: (readState, node, place) =>
    allows(readState, place, 'blockquote')
      ? { ...blockOf(readState, node, 'blockquote'), nodes: readBlocks(readState, node.children, 'blockquote') }
      : sourceBlock(readState, node),
  list: readList,
  code: (readState, node, place) =>
    allows(readState, place, 'code') ? readCode(readState, node) : textParagraph(readState, node, codeText(node.value)),
  table: (readState, node, place) =>
    allows(readState, place, 'table') ? readTable(readState, node) : sourceBlock(readState, node),
  html: (readState, node, place) =>
    readHtml(readState, node, place) ??
    loneImage(readState, node) ??
    (readState.forReaders ? rawHtml(readState, node) : htmlAsText(readState, node)),
  tag: (readState, node) => hiddenFromReaders(readState, sourceBlock(readState, node)),
  mathBlock: (readState, node, place) =>
    node.closed && allows(readState, place, 'math') ? readMath(readState, node) : sourceBlock(readState, node),
  definition: (readState, node) =>
    readState.survey.used.has(node) ? undefined : hiddenFromReaders(readState, sourceBlock(readState, node)),
  footnoteDefinition: (readState, node) =>
    readState.survey.cited.has(node) ? undefined : hiddenFromReaders(readState, sourceBlock(readState, node)),
};

/**
 * Reads the blocks of one container. Content that has no block type in the REST API becomes a paragraph of text:
 * - HTML, tags, footnotes and unused link definitions as they are written
 * - in a quote: code without its language, and tables as they are written
 * - in a hint: quotes as well
 */
export function readBlocks(readState: ReadState, children: readonly Content[], place: BlockContainer): Block[] {
  const siblings = siblingsOf(children);
  return readRange(readState, siblings, { from: 0, to: siblings.nodes.length, place });
}

/** Reads a range of sibling blocks. */
function readRange(
  readState: ReadState,
  siblings: Siblings<Content>,
  range: { from: number; to: number; place: BlockContainer },
): Block[] {
  const blocks: Block[] = [];
  for (let at = range.from; at < range.to; at++) {
    const group = readGroup(readState, siblings, { start: at, place: range.place });
    const node = siblings.nodes[at]!;
    const block = group?.block ?? (readers[node.type] as Read<Content['type']>)(readState, node, range.place);
    if (block) blocks.push(block);
    at = group?.end ?? at;
  }
  return readState.forReaders ? combineHtml(readState, blocks) : blocks;
}

/**
 * Returns the block that a tag begins, and the index of the block's last sibling. Returns undefined if the tags are
 * invalid, or if the REST API does not allow the block here.
 */
function readGroup(
  readState: ReadState,
  siblings: Siblings<Content>,
  { start, place }: { start: number; place: BlockContainer },
): { block: Block; end: number } | undefined {
  const tag = siblings.tags[start];
  if (!tag || tag.closing || readState.depth >= maxTagDepth) return undefined;
  const readInside = (from: number, to: number, inside: BlockContainer) =>
    readRange(readState, siblings, { from, to, place: inside });
  readState.depth += 1;
  for (const kind of kindsOf(readState, tag.name, place)) {
    for (const end of [siblings.ends[start], kind.alone ? start : undefined]) {
      const block =
        end === undefined ? undefined : kind.read({ readState, siblings, tag, start, end, readBlocks: readInside });
      if (block) {
        readState.depth -= 1;
        return { block, end: end! };
      }
    }
  }
  readState.depth -= 1;
  return undefined;
}

/** Returns the kinds of block that a tag may begin in this container. */
function kindsOf(readState: ReadState, name: string, place: BlockContainer): TagKind[] {
  const kinds = [tagKinds.get(name), readState.forReaders ? readerTagKinds.get(name) : undefined];
  return kinds.filter((kind) => kind !== undefined).filter(({ type }) => allows(readState, place, type));
}

function readParagraph(readState: ReadState, node: Paragraph): Block | undefined {
  const paragraph = { ...blockOf(readState, node, 'paragraph'), nodes: readInlines(readState, node.children) };
  return readState.forReaders && isLoneTag(sourceOf(readState, node)) ? undefined : paragraph;
}

function readList(readState: ReadState, node: List): Block {
  const tasks = node.children.every((item) => typeof item.checked === 'boolean');
  const list = blockOf(readState, node, node.ordered ? 'list-ordered' : tasks ? 'list-tasks' : 'list-unordered');
  const data = node.ordered && typeof node.start === 'number' && node.start !== 1 ? { start: node.start } : {};
  return { ...list, data, nodes: node.children.map((item) => readItem(readState, item)) };
}

function readItem(readState: ReadState, node: ListItem): Block {
  const item = blockOf(readState, node, 'list-item');
  const data = typeof node.checked === 'boolean' ? { checked: node.checked } : {};
  return { ...item, data, nodes: readBlocks(readState, node.children, 'list-item') };
}

function codeText(value: string): InlinePart {
  return { text: value.replace(/\r\n?/g, '\n'), marks: new Set(['code']) };
}

function loneImage(readState: ReadState, node: Html): Block | undefined {
  const paragraph = imageParagraph(readState, node);
  return paragraph && { ...blockOf(readState, node, 'paragraph'), nodes: readInlines(readState, paragraph.children) };
}

/** Reads HTML that has no block type in the REST API as text. */
function htmlAsText(readState: ReadState, node: Html): Block {
  return textParagraph(readState, node, { text: htmlText(node.value), marks: new Set() });
}

/** Reads HTML for a tree for readers. It stays raw until it is combined with its siblings. */
function rawHtml(readState: ReadState, node: Html): RawHtml {
  return { ...blockOf(readState, node, 'html'), data: { html: node.value } };
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
export function sourceBlock(readState: ReadState, node: Content): Block {
  const [first = '', ...rest] = sourceOf(readState, node).split(/\r\n?|\n/);
  const lines = [first, ...rest.map((line) => line.replace(/^[ \t]*(?:>[ \t]?)+/, ''))];
  return textParagraph(readState, node, { text: lines.join('\n'), marks: new Set() });
}

function textParagraph(readState: ReadState, node: Content, piece: InlinePart): Block {
  return { ...blockOf(readState, node, 'paragraph'), nodes: normalizeInlines([piece]) };
}
