import type { Html } from 'mdast';
import { type HtmlElement, type HtmlNode, parseHtml, withoutBlanks } from '../html-tree.js';
import type { Block, BlockType, Place } from '../nodes.js';
import { notedBlock, type Reading } from '../reading.js';

/** A block of HTML while it is read. */
export interface HtmlSite {
  reading: Reading;
  node: Html;
  /** Its elements, without white space between them. */
  roots: readonly HtmlNode[];
  place: Place;
}

/** Reads one form of HTML; undefined, before anything is noted, for any other. */
export type ReadHtml = (site: HtmlSite) => Block | undefined;

/** The parts of some HTML; undefined where it is none that a program writes. */
export function htmlSite(reading: Reading, node: Html, place: Place): HtmlSite | undefined {
  const roots = parseHtml(node.value);
  return roots && { reading, node, roots: withoutBlanks(roots), place };
}

/** A block for an element, with its key and lines noted, still without content. */
export function elementBlock({ reading, node }: HtmlSite, type: BlockType, { start, end }: HtmlElement): Block {
  const from = node.position!.start.line + lineEndings(node.value.slice(0, start));
  const source = node.value.slice(start, end);
  return notedBlock(reading, { type, source, from, to: from + lineEndings(source) });
}

function lineEndings(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}
