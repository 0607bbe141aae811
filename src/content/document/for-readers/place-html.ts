import type { ElementContent, Nodes, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { Block } from '../nodes.js';
import type { Reading } from '../reading.js';
import { sanitized, withoutStyle } from './allowed-html.js';
import { blocksOfHtml } from './blocks-of-html.js';
import { openTagsIn, placeableHtml } from './raw-html.js';

/** Some HTML of a page, until it is placed among the blocks beside it. */
export interface RawHtml extends Block {
  data: { html: string };
}

/** Elements may nest this deep; deeper HTML is shown without its tags. */
const maxDepth = 100;

/** HTML with more tags open at once is shown without them: reading it takes a time that grows with their square. */
const maxOpenTags = 1_000;

/**
 * Blocks of which some are HTML, as readers see them. An element may begin in one piece of HTML and end in another: what stands
 * between them is in it. What is in no list (`allowed-html.ts`) is left out.
 */
export function placeHtml(reading: Reading, blocks: readonly Block[]): Block[] {
  if (!blocks.some(isRaw)) return [...blocks];
  const texts = blocks.map((block) => (isRaw(block) ? placeableHtml(block.data.html) : null));
  const parsed = parsedHtml(texts) ?? parsedHtml(texts.map((text) => text?.replace(/<[^<>]*>/g, ' ') ?? null))!;
  const tree = fromParse5(parsed) as Root;
  visit(tree, withoutStyle);
  return blocksOfHtml(reading, { nodes: sanitized(tree).children as ElementContent[], blocks });
}

type Fragment = DefaultTreeAdapterTypes.DocumentFragment;

/** HTML with the other blocks between its pieces, as numbered comments: those of authors are gone by now. Undefined beyond the bounds. */
function parsedHtml(texts: readonly (string | null)[]): Fragment | undefined {
  if (openTagsIn(texts.filter((text) => text !== null).join('')) > maxOpenTags) return undefined;
  const fragment = parseFragment(texts.map((text, index) => text ?? `<!--${index}-->`).join('\n'));
  return isDeep(fragment) ? undefined : fragment;
}

/** Walks a tree without recursion, so that any depth is safe. */
function isDeep(fragment: Fragment): boolean {
  let level: DefaultTreeAdapterTypes.Node[] = [fragment];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level.flatMap((node) => ('childNodes' in node ? node.childNodes : []));
  }
  return false;
}

function isRaw(block: Block): block is RawHtml {
  return block.type === 'html';
}

function visit(node: Nodes, change: (node: Nodes) => void): void {
  change(node);
  if ('children' in node) for (const child of node.children) visit(child, change);
}
