import type { ElementContent, Nodes, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { parseFragment } from 'parse5';
import type { Block } from '../nodes.js';
import type { Reading } from '../reading.js';
import { sanitized, withoutStyle } from './allowed-html.js';
import { blocksOfHtml } from './blocks-of-html.js';
import { depthOf, placeableHtml } from './raw-html.js';

/** Some HTML of a page, until it is placed among the blocks beside it. */
export interface RawHtml extends Block {
  data: { html: string };
}

/** Elements may stand this deep in one another; deeper HTML is shown without its tags. */
const maxElements = 100;

/**
 * Blocks of which some are HTML, as readers see them. An element may begin in one piece of HTML and end in another: what stands
 * between them is in it. What is in no list (`allowed-html.ts`) is left out.
 */
export function placeHtml(reading: Reading, blocks: readonly Block[]): Block[] {
  if (!blocks.some(isRaw)) return [...blocks];
  const texts = blocks.map((block) => (isRaw(block) ? placeableHtml(block.data.html) : null));
  const isDeep = depthOf(texts.filter((text) => text !== null).join('')) > maxElements;
  // Comments of authors are gone by now: those that are left stand for the other blocks, by their indexes.
  const pieces = texts.map((text, index) =>
    text === null ? `<!--${index}-->` : isDeep ? text.replace(/<[^<>]*>/g, ' ') : text,
  );
  const tree = fromParse5(parseFragment(pieces.join('\n'))) as Root;
  visit(tree, withoutStyle);
  return blocksOfHtml(reading, { nodes: sanitized(tree).children as ElementContent[], blocks });
}

function isRaw(block: Block): block is RawHtml {
  return block.type === 'html';
}

function visit(node: Nodes, change: (node: Nodes) => void): void {
  change(node);
  if ('children' in node) for (const child of node.children) visit(child, change);
}
