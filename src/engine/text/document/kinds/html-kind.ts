import type { Html } from 'mdast';
import { lowerBound } from '../../../base/lower-bound.js';
import type { Block, BlockContainer, BlockType } from '../nodes/nodes.js';
import { createBlock, type ReadState } from '../nodes/read-state.js';
import { type HtmlElement, type HtmlNode, parseHtml, withoutBlanks } from '../syntax/html-tree.js';

/** A block of HTML that is being read. */
export interface HtmlContext {
  readState: ReadState;
  node: Html;
  /** Top-level nodes of the block, without white space between them. */
  roots: readonly HtmlNode[];
  /** Returns the number of line endings before an offset in the HTML. */
  lineEndingsBefore(at: number): number;
  place: BlockContainer;
}

/** Reads one form of HTML block. Returns undefined if the HTML does not have this form. */
export type ReadHtml = (site: HtmlContext) => Block | undefined;

/** Parses a block of HTML. Returns undefined if `parseHtml` refuses it. */
export function parseHtmlBlock(readState: ReadState, node: Html, place: BlockContainer): HtmlContext | undefined {
  const roots = parseHtml(node.value);
  return roots && { readState, node, roots: withoutBlanks(roots), lineEndingsBefore: lineEndingsOf(node.value), place };
}

/** Creates a block without content for an element, and records its key and lines. */
export function elementBlock(
  site: HtmlContext,
  type: BlockType,
  { start, end }: Pick<HtmlElement, 'start' | 'end'>,
): Block {
  const { readState, node } = site;
  const [from, to] = [start, end].map((at) => node.position!.start.line + site.lineEndingsBefore(at));
  return createBlock(readState, { type, source: node.value.slice(start, end), from: from!, to: to! });
}

/**
 * Returns a function that counts the line endings before an offset. All calls together scan the text only once, because
 * a table may have thousands of cells.
 */
function lineEndingsOf(text: string): (at: number) => number {
  const places = Array.from(text.matchAll(/\r\n?|\n/g), ({ index }) => index);
  return (at) => lowerBound(places, at);
}
