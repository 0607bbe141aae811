import type { BlockContent, Code, DefinitionContent, ListItem } from 'mdast';
import { htmlOfPhrasing, phrasingOfHtml } from '../inlines/html-phrasing.js';
import { readInlines } from '../inlines/read-inlines.js';
import type { Block, BlockType } from '../nodes/nodes.js';
import {
  type HtmlElement,
  type HtmlNode,
  isElement,
  openTag,
  textAlignOf,
  withoutBlanks,
} from '../syntax/html-tree.js';
import { lineBlock } from './aligned.js';
import { elementBlock, type HtmlContext } from './html-kind.js';
import { preBlock, preHtml } from './pre.js';

/** Readers of the HTML elements that can be blocks in a cell. */
const readers = new Map<string, (site: HtmlContext, element: HtmlElement) => Block | undefined>([
  ['ul', (site, element) => readList(site, element, 'list-unordered')],
  ['ol', (site, element) => readList(site, element, 'list-ordered')],
  ['pre', preBlock],
]);
for (const name of ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
  readers.set(name, (site, element) => lineBlock(site, element, alignOf(element)));

/**
 * Reads the content of a cell or list item as blocks. Text outside of block elements becomes paragraphs. Returns
 * undefined if it contains an element that is not allowed in cells.
 */
export function readHtmlBlocks(site: HtmlContext, content: readonly HtmlNode[]): Block[] | undefined {
  const blocks: Block[] = [];
  let inline: HtmlNode[] = [];
  for (const node of content) {
    const read = isElement(node) ? readers.get(node.name) : undefined;
    if (!read) inline.push(node);
    else {
      blocks.push(...readParagraph(site, inline));
      inline = [];
      const block = read(site, node as HtmlElement);
      if (!block) return undefined;
      if (block.type !== 'paragraph' || block.nodes!.length > 0) blocks.push(block);
    }
  }
  return [...blocks, ...readParagraph(site, inline)];
}

/**
 * Writes blocks as HTML on one line; returns undefined if a block has no HTML form. A single paragraph needs no `<p>`.
 */
export function htmlOfBlocks(blocks: readonly (BlockContent | DefinitionContent)[]): string | undefined {
  const [first] = blocks;
  if (blocks.length === 1 && first?.type === 'paragraph') return htmlOfPhrasing(first.children);
  const parts = blocks.map(blockHtml);
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}

function readParagraph(site: HtmlContext, inline: HtmlNode[]): Block[] {
  if (withoutBlanks(inline).length === 0) return [];
  const nodes = readInlines(site.readState, phrasingOfHtml(inline));
  return nodes.length > 0
    ? [{ ...elementBlock(site, 'paragraph', { start: inline[0]!.start, end: inline.at(-1)!.end }), nodes }]
    : [];
}

function alignOf(element: HtmlElement): 'center' | 'end' | undefined {
  const align = textAlignOf(element);
  return align === 'center' ? 'center' : align === 'right' ? 'end' : undefined;
}

function readList(site: HtmlContext, element: HtmlElement, type: BlockType): Block | undefined {
  const items = withoutBlanks(element.children);
  const start = element.attributes.get('start') ?? '1';
  if (!/^\d{1,9}$/.test(start) || items.length === 0 || !items.every((item) => isElement(item, 'li'))) return undefined;
  const list = elementBlock(site, type, element);
  const nodes = items.map((item) => {
    const block = elementBlock(site, 'list-item', item as HtmlElement);
    const inner = readHtmlBlocks(site, (item as HtmlElement).children);
    return inner && { ...block, nodes: inner };
  });
  if (!nodes.every((node) => node !== undefined)) return undefined;
  return { ...list, data: start === '1' ? {} : { start: Number(start) }, nodes };
}

function blockHtml(block: BlockContent | DefinitionContent): string | undefined {
  if (block.type === 'html') return /[\r\n]/.test(block.value) ? undefined : block.value;
  if (block.type === 'paragraph') return wrapped('p', htmlOfPhrasing(block.children));
  if (block.type === 'heading') return wrapped(`h${block.depth}`, htmlOfPhrasing(block.children));
  if (block.type === 'code') return codeHtml(block);
  if (block.type !== 'list') return undefined;
  const items = block.children.map(itemHtml);
  if (!items.every((item) => item !== undefined)) return undefined;
  const start = block.ordered && block.start !== 1 ? { start: block.start ?? undefined } : {};
  const name = block.ordered ? 'ol' : 'ul';
  return `${openTag(name, start)}${items.join('')}</${name}>`;
}

function itemHtml(item: ListItem): string | undefined {
  return typeof item.checked === 'boolean' ? undefined : wrapped('li', htmlOfBlocks(item.children));
}

/** Writes code in a cell. Line endings become character references, because the whole table must be on one line. */
function codeHtml({ lang, meta, value }: Code): string {
  const lines = value.split('\n').map((text) => ({ pieces: [text], highlighted: false }));
  return preHtml(lines, { syntax: [lang, meta].filter(Boolean).join(' '), attributes: {} }, '&#xA;');
}

function wrapped(name: string, inner: string | undefined): string | undefined {
  return inner === undefined ? undefined : `<${name}>${inner}</${name}>`;
}
