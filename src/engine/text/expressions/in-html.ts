import type { Html } from 'mdast';
import { type HtmlElement, type HtmlNode, isElement, parseHtml } from '../document/syntax/html-tree.js';
import type { Tag } from '../document/syntax/tag-syntax.js';
import { decodeReferences } from '../document/syntax/tag-text.js';
import type { ExpressionSpan } from './in-markdown.js';

/**
 * Matches the beginning of HTML that becomes a block in documents, or of a summary line. The content of other HTML is
 * text.
 */
const block = /^<(?:figure|div|table|p|h[1-6]|summary)[\s>]/i;

/** Elements whose content is code or plain text in a document. */
const plain = new Set(['pre', 'th']);

/**
 * Returns the expressions in a block of HTML, such as those of table cells, a caption or a summary, with their ranges
 * in the Markdown.
 */
export function expressionsInHtml(node: Html | Tag, markdown: string): ExpressionSpan[] {
  const roots = block.test(node.value) && /class\s*=/i.test(node.value) ? parseHtml(node.value) : undefined;
  const found = roots ? expressionElements(roots) : [];
  if (found.length === 0) return [];
  const offsetOf = offsetsOf(node, markdown);
  return found.map(({ start, end, source }) => ({ start: offsetOf(start), end: offsetOf(end), source, inHtml: true }));
}

function expressionElements(nodes: readonly HtmlNode[]): ExpressionSpan[] {
  return nodes.flatMap((node) => {
    if (!isElement(node) || plain.has(node.name)) return [];
    return isExpression(node)
      ? [{ start: node.start, end: node.end, source: elementText(node) }]
      : expressionElements(node.children);
  });
}

function isExpression({ name, attributes, children }: HtmlElement): boolean {
  const named = name === 'code' && attributes.size === 1 && attributes.get('class') === 'expression';
  return named && !children.some((child) => isElement(child));
}

function elementText({ children }: HtmlElement): string {
  const text = children.map((child) => (isElement(child) ? '' : child.text)).join('');
  return decodeReferences(text).replace(/\s+/g, ' ').trim();
}

/**
 * Returns a function that converts an offset in a node's value to an offset in the page. The two offsets differ in
 * quotes and lists, because lines in the page begin with additional markers there.
 */
function offsetsOf({ value, position }: Html | Tag, markdown: string): (at: number) => number {
  const start = position!.start.offset!;
  const ends = { value: lineEnds(value), written: lineEnds(markdown.slice(start, position!.end.offset)) };
  return (at) => {
    const line = ends.value.findIndex((end) => at <= end);
    return start + ends.written[line]! - (ends.value[line]! - at);
  };
}

function lineEnds(text: string): number[] {
  return [...Array.from(text.matchAll(/\n/g), (match) => match.index), text.length];
}
