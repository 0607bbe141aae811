import type { Element, ElementContent } from 'hast';
import { attributesOf, isPhrasing } from '../inlines/allowed-html.js';
import { phrasingOfHtml } from '../inlines/html-phrasing.js';
import { readInlines } from '../inlines/read-inlines.js';
import { codeLines } from '../nodes/code-lines.js';
import { readInfoString } from '../nodes/info-string.js';
import { inlineText } from '../nodes/inline-text.js';
import type { Block, Inline, Text } from '../nodes/nodes.js';
import type { ReadState } from '../nodes/read-state.js';
import { escapeHtml, type HtmlNode, openTag, voidElements } from '../syntax/html-tree.js';

/** Sanitized HTML. Each comment in it is a placeholder that contains the index of a block. */
interface Html {
  nodes: readonly ElementContent[];
  blocks: readonly Block[];
}

type ReadElement = (readState: ReadState, element: Element, blocks: readonly Block[]) => Block[];

/** Converts sanitized HTML to blocks. Text outside of elements becomes paragraphs. */
export function blocksOfHtml(readState: ReadState, { nodes, blocks }: Html): Block[] {
  const read: Block[] = [];
  let line: ElementContent[] = [];
  const endLine = (): void => {
    const inlines = inlinesOf(readState, line);
    if (inlines.length > 0) read.push(createPlainBlock('paragraph', inlines));
    line = [];
  };
  for (const node of nodes) {
    if (isInline(node)) {
      line.push(node);
      continue;
    }
    endLine();
    if (node.type === 'comment') read.push(blocks[Number(node.value)]!);
    else if (node.type === 'element') read.push(...(readers[node.tagName] ?? readContentOnly)(readState, node, blocks));
  }
  endLine();
  return read;
}

/** Returns the content of an element within a block, as inlines or as blocks. */
function elementContent(readState: ReadState, element: Element, blocks: readonly Block[]): (Block | Inline | Text)[] {
  const { children } = element;
  return children.every(isInline)
    ? inlinesOf(readState, children)
    : blocksOfHtml(readState, { nodes: children, blocks });
}

/** Reads only the content of an element, because the element itself is not shown. */
const readContentOnly: ReadElement = (readState, { children }, blocks) =>
  blocksOfHtml(readState, { nodes: children, blocks });

const readElement: ReadElement = (readState, element, blocks) => {
  const { align, ...attributes } = attributesOf(element);
  const data = { name: element.tagName, attributes, ...(align !== undefined && { align }) };
  return [{ ...createPlainBlock('element', elementContent(readState, element, blocks)), data }];
};

const readList: ReadElement = (readState, element, blocks) => {
  const start = Number(element.properties.start ?? 1);
  const items = element.children.filter((child) => child.type !== 'text');
  const nodes = items.flatMap((item) =>
    item.type === 'element' && item.tagName === 'li'
      ? readItem(readState, item, blocks)
      : [createPlainBlock('list-item', blocksOfHtml(readState, { nodes: [item], blocks }))],
  );
  const type = element.tagName === 'ol' ? 'list-ordered' : 'list-unordered';
  return [{ ...createPlainBlock(type, nodes), data: start === 1 ? {} : { start } }];
};

const readItem: ReadElement = (readState, { children }, blocks) => [
  createPlainBlock('list-item', blocksOfHtml(readState, { nodes: children, blocks })),
];

const readParagraph: ReadElement = (readState, element, blocks) => {
  const { align, id } = attributesOf(element);
  if (id !== undefined || !element.children.every(isInline))
    return readContentOnly(readState, withAnchor(element), blocks);
  const nodes = inlinesOf(readState, element.children);
  return nodes.length > 0 ? [{ ...createPlainBlock('paragraph', nodes), data: align ? { align } : {} }] : [];
};

/** Reads a `div` or `center`. If it aligns its text, the element is kept; otherwise only its content is kept. */
const readBox: ReadElement = (readState, element, blocks) => {
  const aligned =
    element.tagName === 'center' ? { ...element, tagName: 'div', properties: { align: 'center' } } : element;
  return attributesOf(aligned).align
    ? readElement(readState, withAnchor(aligned), blocks)
    : readContentOnly(readState, withAnchor(element), blocks);
};

/** Reads a heading; preserves its id. */
const readHeading: ReadElement = (readState, element, blocks) => {
  const { align, id } = attributesOf(element);
  if (!element.children.every(isInline)) return readContentOnly(readState, element, blocks);
  const nodes = inlinesOf(readState, element.children);
  const level = Math.min(Number(element.tagName[1]), 3) as 1 | 2 | 3;
  const given = id?.replace(/^user-content-/, '');
  const data = { ...(given && { id: given }), ...(align && { align }) };
  return [
    {
      ...createPlainBlock(`heading-${level}`, nodes),
      data,
      meta: { id: readState.headingId(inlineText(nodes), given) },
    },
  ];
};

const readExpandable: ReadElement = (readState, element, blocks) => {
  const isSummary = (node: ElementContent): node is Element => node.type === 'element' && node.tagName === 'summary';
  const summary = element.children.find(isSummary);
  const body = blocksOfHtml(readState, { nodes: element.children.filter((child) => child !== summary), blocks });
  const title = summary ? elementContent(readState, summary, blocks) : [];
  const fragment = (type: string, nodes: Block[]) => ({ object: 'fragment' as const, fragment: type, type, nodes });
  const fragments = [
    fragment('expandable-title', [createPlainBlock('paragraph', title)]),
    fragment('expandable-body', body),
  ];
  return [
    {
      ...createPlainBlock('expandable', []),
      data: element.properties.open === undefined ? {} : { open: true },
      fragments,
    },
  ];
};

const readCode: ReadElement = (readState, element) => {
  const names = [element, ...element.children].map((node) => (node.type === 'element' ? attributesOf(node).class : ''));
  const syntax = /\blang(?:uage)?-(\S+)/.exec(names.join(' '))?.[1] ?? '';
  const text = textIn(element).replace(/^\n|\n$/g, '');
  return [
    {
      ...createPlainBlock('code', codeLines({ ...readState, lines: new Map() }, text, 1)),
      data: { ...readInfoString(syntax) },
    },
  ];
};

const readers: { readonly [name: string]: ReadElement } = {
  blockquote: (readState, { children }, blocks) => [
    createPlainBlock('blockquote', blocksOfHtml(readState, { nodes: children, blocks })),
  ],
  center: readBox,
  details: readExpandable,
  div: readBox,
  hr: () => [createPlainBlock('divider', [])],
  li: (readState, element, blocks) => [createPlainBlock('list-unordered', readItem(readState, element, blocks))],
  ol: readList,
  p: readParagraph,
  pre: readCode,
  ul: readList,
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, readHeading])),
  ...Object.fromEntries(
    ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'dl', 'dt', 'dd', 'figure', 'figcaption'].map(
      (name) => [name, readElement],
    ),
  ),
};

/** If an element is not shown, replaces its id by an anchor at the start of its content. */
function withAnchor(element: Element): Element {
  const { id, ...properties } = element.properties;
  if (id === undefined) return element;
  const anchor: Element = { type: 'element', tagName: 'a', properties: { id }, children: [] };
  return { ...element, properties, children: [anchor, ...element.children] };
}

function isInline(node: ElementContent): boolean {
  if (node.type === 'text') return true;
  return node.type === 'element' && isPhrasing(node.tagName) && node.children.every(isInline);
}

function inlinesOf(readState: ReadState, nodes: readonly ElementContent[]): (Text | Inline)[] {
  return readInlines(readState, phrasingOfHtml(nodes.map(toHtmlNode)));
}

/** Converts a node to the form that the HTML parser returns, so that inline content always has the same reader. */
function toHtmlNode(node: ElementContent): HtmlNode {
  if (node.type === 'text') return { text: node.value.replace(/[&<]/g, escapeHtml), start: 0, end: 0 };
  if (node.type !== 'element') return { text: '', start: 0, end: 0 };
  const attributes = attributesOf(node);
  const isVoid = voidElements.has(node.tagName);
  const open = openTag(node.tagName, attributes);
  return {
    name: node.tagName,
    attributes: new Map(Object.entries(attributes)),
    open,
    isVoid,
    children: node.children.map(toHtmlNode),
    start: 0,
    end: 0,
  };
}

function textIn(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? (node.tagName === 'br' ? '\n' : node.children.map(textIn).join('')) : '';
}

/** Creates a block without a position in the Markdown. */
function createPlainBlock(type: Block['type'], nodes: (Block | Inline | Text)[]): Block {
  return { object: 'block', type, key: '', data: {}, nodes };
}
