import type { Html } from 'mdast';
import { lowerBound } from '../../../base/lower-bound.js';
import type { Block, BlockType, Place } from '../nodes/nodes.js';
import { notedBlock, type Reading } from '../nodes/reading.js';
import { type HtmlElement, type HtmlNode, parseHtml, withoutBlanks } from '../syntax/html-tree.js';

/** A block of HTML while it is read. */
export interface HtmlSite {
  reading: Reading;
  node: Html;
  /** Its elements, without white space between them. */
  roots: readonly HtmlNode[];
  /** How many line endings stand before a place in the HTML. */
  lineEndingsBefore(at: number): number;
  place: Place;
}

/** Reads one form of HTML; undefined, before anything is noted, for any other. */
export type ReadHtml = (site: HtmlSite) => Block | undefined;

/** The parts of some HTML; undefined where it is none that a program writes. */
export function htmlSite(reading: Reading, node: Html, place: Place): HtmlSite | undefined {
  const roots = parseHtml(node.value);
  return roots && { reading, node, roots: withoutBlanks(roots), lineEndingsBefore: lineEndingsOf(node.value), place };
}

/** A block for an element, with its key and lines noted, still without content. */
export function elementBlock(
  site: HtmlSite,
  type: BlockType,
  { start, end }: Pick<HtmlElement, 'start' | 'end'>,
): Block {
  const { reading, node } = site;
  const [from, to] = [start, end].map((at) => node.position!.start.line + site.lineEndingsBefore(at));
  return notedBlock(reading, { type, source: node.value.slice(start, end), from: from!, to: to! });
}

/** Reads the text once, however many places are asked for: a table has thousands of cells. */
function lineEndingsOf(text: string): (at: number) => number {
  const places = Array.from(text.matchAll(/\r\n?|\n/g), ({ index }) => index);
  return (at) => lowerBound(places, at);
}
