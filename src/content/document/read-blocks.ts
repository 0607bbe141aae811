import type { BlockContent, Code, DefinitionContent, List, ListItem } from 'mdast';
import { codeLines } from './code-lines.js';
import { nodesOfPieces, type Piece } from './leaves.js';
import { type Block, blocksAllowedIn, type Place } from './nodes.js';
import { readHeading } from './read-heading.js';
import { readImages } from './read-images.js';
import { isLineBreak, readInlines } from './read-inlines.js';
import { readTable } from './read-table.js';
import { blockOf, type Reading, sourceOf } from './reading.js';

type Content = BlockContent | DefinitionContent;
type Of<Type extends Content['type']> = Extract<Content, { type: Type }>;
type Read<Type extends Content['type']> = (reading: Reading, node: Of<Type>, place: Place) => Block | undefined;

/** What each block of Markdown is in a document. */
const readers: { [Type in Content['type']]: Read<Type> } = {
  paragraph: (reading, node, place) =>
    (blocksAllowedIn[place].has('images') ? readImages(reading, node) : undefined) ?? {
      ...blockOf(reading, node, 'paragraph'),
      nodes: readInlines(reading, node.children),
    },
  heading: readHeading,
  thematicBreak: (reading, node) => ({ ...blockOf(reading, node, 'divider'), isVoid: true }),
  blockquote: (reading, node) => ({
    ...blockOf(reading, node, 'blockquote'),
    nodes: readBlocks(reading, node.children, 'blockquote'),
  }),
  list: readList,
  code: (reading, node, place) =>
    blocksAllowedIn[place].has('code') ? readCode(reading, node) : asText(reading, node, codeText(node.value)),
  table: (reading, node, place) =>
    blocksAllowedIn[place].has('table') ? readTable(reading, node) : asWritten(reading, node),
  html: (reading, node) => asText(reading, node, { text: htmlText(node.value), marks: new Set() }),
  definition: (reading, node) => (reading.survey.used.has(node) ? undefined : asWritten(reading, node)),
  footnoteDefinition: (reading, node) => asWritten(reading, node),
};

/**
 * Reads blocks that stand in one place. What the contract has no block for there is a paragraph of text: HTML,
 * footnotes and unused link definitions as written; in a quote, code without its language and tables as written.
 */
export function readBlocks(reading: Reading, children: readonly Content[], place: Place): Block[] {
  return children.flatMap((node) => (readers[node.type] as Read<Content['type']>)(reading, node, place) ?? []);
}

function readList(reading: Reading, node: List): Block {
  const tasks = node.children.every((item) => typeof item.checked === 'boolean');
  const list = blockOf(reading, node, node.ordered ? 'list-ordered' : tasks ? 'list-tasks' : 'list-unordered');
  const data = node.ordered && typeof node.start === 'number' && node.start !== 1 ? { start: node.start } : {};
  return { ...list, data, nodes: node.children.map((item) => readItem(reading, item)) };
}

function readItem(reading: Reading, node: ListItem): Block {
  const item = blockOf(reading, node, 'list-item');
  const data = typeof node.checked === 'boolean' ? { checked: node.checked } : {};
  return { ...item, data, nodes: readBlocks(reading, node.children, 'list-item') };
}

function readCode(reading: Reading, node: Code): Block {
  const code = blockOf(reading, node, 'code');
  const fenced = /^[`~]/.test(sourceOf(reading, node));
  const syntax = [node.lang, node.meta].filter(Boolean).join(' ');
  const nodes = codeLines(reading, node.value, node.position!.start.line + (fenced ? 1 : 0));
  return { ...code, data: syntax ? { syntax } : {}, nodes };
}

function codeText(value: string): Piece {
  return { text: value.replace(/\r\n?/g, '\n'), marks: new Set(['code']) };
}

/** A paragraph of line breaks alone is written as HTML, since Markdown has no other form for it. */
function htmlText(value: string): string {
  const tags = value.split(/(?<=>)/);
  return tags.every(isLineBreak) ? '\n'.repeat(tags.length) : value.replace(/\r\n?/g, '\n');
}

function asWritten(reading: Reading, node: Content): Block {
  const [first = '', ...rest] = sourceOf(reading, node).split(/\r\n?|\n/);
  const lines = [first, ...rest.map((line) => line.replace(/^[ \t]*(?:>[ \t]?)+/, ''))];
  return asText(reading, node, { text: lines.join('\n'), marks: new Set() });
}

function asText(reading: Reading, node: Content, piece: Piece): Block {
  return { ...blockOf(reading, node, 'paragraph'), nodes: nodesOfPieces([piece]) };
}
