import type { ElementContent, Nodes, Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { sanitized, withoutStyle } from '../inlines/allowed-html.js';
import type { Block } from '../nodes/nodes.js';
import type { ReadState } from '../nodes/read-state.js';
import { blocksOfHtml } from './blocks-of-html.js';
import { openTagsIn, placeableHtml } from './raw-html.js';

/** A block of HTML, before it is combined with its siblings. */
export interface RawHtml extends Block {
  data: { html: string };
}

/** Maximum nesting depth of elements. Deeper HTML is shown without its tags. */
const maxDepth = 100;

/**
 * Maximum number of tags that are open at the same time. HTML with more is shown without its tags, because parsing it
 * takes quadratic time.
 */
const maxOpenTags = 1_000;

/**
 * Converts blocks, including raw HTML, to the form that readers see. An element may begin in one HTML block and end in
 * another; the blocks in between are its content. Omits elements that are not listed in `allowed-html.ts`.
 */
export function combineHtml(readState: ReadState, blocks: readonly Block[]): Block[] {
  if (!blocks.some(isRaw)) return [...blocks];
  const texts = blocks.map((block) => (isRaw(block) ? placeableHtml(block.data.html) : null));
  const marker = markerFor(texts);
  const withoutTags = () => texts.map((text) => text?.replace(/<[^<>]*>/g, ' ') ?? null);
  const tree = fromParse5((parsedHtml(texts, marker) ?? parsedHtml(withoutTags(), marker))!) as Root;
  visit(tree, (node) => {
    withoutStyle(node);
    reducePlaceholders(node, marker);
  });
  return blocksOfHtml(readState, { nodes: sanitized(tree).children as ElementContent[], blocks });
}

/**
 * Returns a word that does not occur in the HTML. A comment that begins with this word is therefore a placeholder, not
 * a comment by the author.
 */
function markerFor(texts: readonly (string | null)[]): string {
  const runs = texts.flatMap((text) => text?.match(/x+/g) ?? []);
  return 'x'.repeat(1 + runs.reduce((longest, run) => Math.max(longest, run.length), 0));
}

/** Replaces placeholders by the indexes of their blocks, and removes all other comments. */
function reducePlaceholders(node: Nodes, marker: string): void {
  if (!('children' in node)) return;
  node.children = node.children.filter((child) => {
    if (child.type !== 'comment') return true;
    const isPlaceholder = child.value.startsWith(marker);
    child.value = child.value.slice(marker.length);
    return isPlaceholder;
  }) as typeof node.children;
}

type Fragment = DefaultTreeAdapterTypes.DocumentFragment;

/**
 * Parses the HTML of some blocks. Each block without HTML (null) is replaced by a comment with the marker and the
 * block's index. Returns undefined if the HTML exceeds the limits.
 */
function parsedHtml(texts: readonly (string | null)[], marker: string): Fragment | undefined {
  if (openTagsIn(texts.filter((text) => text !== null).join('')) > maxOpenTags) return undefined;
  const fragment = parseFragment(texts.map((text, index) => text ?? `<!--${marker}${index}-->`).join('\n'));
  return isDeep(fragment) ? undefined : fragment;
}

/** Reports whether a tree exceeds the depth limit. It does not recurse, so that any depth is safe. */
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
