import type { ElementContent, Nodes, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { sanitized, withoutStyle } from '../inlines/allowed-html.js';
import type { Block } from '../nodes/nodes.js';
import type { Reading } from '../nodes/reading.js';
import { blocksOfHtml } from './blocks-of-html.js';
import { openTagsIn, placeableHtml } from './raw-html.js';

/** HTML of a page, before it is combined with the blocks around it. */
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
  const marker = markerFor(texts);
  const withoutTags = () => texts.map((text) => text?.replace(/<[^<>]*>/g, ' ') ?? null);
  const tree = fromParse5((parsedHtml(texts, marker) ?? parsedHtml(withoutTags(), marker))!) as Root;
  visit(tree, (node) => {
    withoutStyle(node);
    keepPlaceholders(node, marker);
  });
  return blocksOfHtml(reading, { nodes: sanitized(tree).children as ElementContent[], blocks });
}

/** A word that is not in the HTML: a comment that begins with it is a placeholder, and cannot be an author's. */
function markerFor(texts: readonly (string | null)[]): string {
  const runs = texts.flatMap((text) => text?.match(/x+/g) ?? []);
  return 'x'.repeat(1 + runs.reduce((longest, run) => Math.max(longest, run.length), 0));
}

/** Reduces placeholders to the indexes of their blocks, and removes all other comments. */
function keepPlaceholders(node: Nodes, marker: string): void {
  if (!('children' in node)) return;
  node.children = node.children.filter((child) => {
    if (child.type !== 'comment') return true;
    const isPlaceholder = child.value.startsWith(marker);
    child.value = child.value.slice(marker.length);
    return isPlaceholder;
  }) as typeof node.children;
}

type Fragment = DefaultTreeAdapterTypes.DocumentFragment;

/** HTML with a comment in place of each other block: the marker and its index. Undefined beyond the bounds. */
function parsedHtml(texts: readonly (string | null)[], marker: string): Fragment | undefined {
  if (openTagsIn(texts.filter((text) => text !== null).join('')) > maxOpenTags) return undefined;
  const fragment = parseFragment(texts.map((text, index) => text ?? `<!--${marker}${index}-->`).join('\n'));
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
