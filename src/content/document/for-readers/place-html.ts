import type { Comment, ElementContent, Nodes, Root } from 'hast';
import { raw } from 'hast-util-raw';
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
  const children = texts.map((text, index) =>
    text === null ? placed(index) : { type: 'raw', value: isDeep ? text.replace(/<[^<>]*>/g, ' ') : text },
  );
  const tree = raw({ type: 'root', children: children as Root['children'] }, { passThrough: ['placed'] }) as Root;
  visit(tree, withoutStyle);
  return blocksOfHtml(reading, { nodes: sanitized(withMarkers(tree)).children as ElementContent[], blocks });
}

function isRaw(block: Block): block is RawHtml {
  return block.type === 'html';
}

/** A block that stands in the tree of HTML by its index. */
function placed(index: number): ElementContent {
  return { type: 'placed', index } as unknown as ElementContent;
}

/** Comments are the only nodes that go through the sanitizer as they are: those of authors are gone, ours name a block. */
function withMarkers(tree: Root): Root {
  visit(tree, (node) => {
    if (!('children' in node)) return;
    node.children = node.children
      .filter((child) => child.type !== 'comment')
      .map((child) => {
        const { type, index } = child as { type: string; index?: number };
        return type === 'placed' ? ({ type: 'comment', value: String(index) } satisfies Comment) : child;
      }) as typeof node.children;
  });
  return tree;
}

function visit(node: Nodes, change: (node: Nodes) => void): void {
  change(node);
  if ('children' in node) for (const child of node.children) visit(child, change);
}
