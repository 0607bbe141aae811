import type { Paragraph } from 'mdast';
import { imageParagraph, isLineBreak, readInlines } from '../inlines/read-inlines.js';
import { writeInlines } from '../inlines/write-inlines.js';
import type { Fragment } from '../nodes/nodes.js';
import { blockOf } from '../nodes/read-state.js';
import { dataAt, listAt, membersAt, refuse } from '../nodes/shape.js';
import type { BlockContext, TagContext } from './kind.js';

/**
 * Returns the paragraph between two tags. Returns null if there is nothing between them, and undefined if there is more
 * than one paragraph.
 */
export function paragraphBetween({ readState, siblings, start, end }: TagContext): Paragraph | null | undefined {
  if (end - start < 2) return null;
  const node = siblings.nodes[start + 1];
  if (end - start > 2 || !node) return undefined;
  return node.type === 'html' ? imageParagraph(readState, node) : node.type === 'paragraph' ? node : undefined;
}

/**
 * Reports whether the content between two tags is empty or only a link. GitBook repeats the target of the tag there.
 */
export function isRepeatedLink(paragraph: Paragraph | null | undefined): boolean {
  return paragraph === null || (paragraph?.children.length === 1 && paragraph.children[0]!.type === 'link');
}

/** Returns the paragraph between two tags as a caption. */
export function captionBetween({ readState }: TagContext, paragraph: Paragraph | null): { fragments?: Fragment[] } {
  if (!paragraph) return {};
  const nodes = [{ ...blockOf(readState, paragraph, 'paragraph'), nodes: readInlines(readState, paragraph.children) }];
  return { fragments: [{ object: 'fragment', fragment: 'caption', nodes }] };
}

/** Returns the inline content of a block's caption and its pointer; undefined if the block has none. */
export function captionAt(value: unknown, pointer: string): { nodes: unknown; pointer: string } | undefined {
  const fragments = listAt(value, pointer);
  if (fragments.length === 0) return undefined;
  if (fragments.length > 1) refuse(pointer, 'must have at most one caption');
  const fragment = membersAt(fragments[0], `${pointer}/0`);
  if (fragment.fragment !== 'caption') refuse(`${pointer}/0/fragment`, 'must be "caption"', fragment.fragment);
  const blocks = listAt(fragment.nodes, `${pointer}/0/nodes`);
  if (blocks.length === 0) return undefined;
  if (blocks.length > 1) refuse(`${pointer}/0/nodes`, 'must be one paragraph: a Markdown caption has one');
  const at = `${pointer}/0/nodes/0`;
  const paragraph = membersAt(blocks[0], at);
  if (paragraph.type !== 'paragraph') refuse(at, 'must be a paragraph', paragraph.type);
  dataAt(paragraph, at, []);
  return { nodes: paragraph.nodes, pointer: `${at}/nodes` };
}

/** Returns the caption of a block as a paragraph to write between its tags; undefined if it is missing or empty. */
export function captionParagraph({ writeState, block, pointer }: BlockContext): Paragraph | undefined {
  const caption = captionAt(block.fragments, `${pointer}/fragments`);
  if (!caption) return undefined;
  const children = writeInlines(writeState, caption.nodes, { pointer: caption.pointer, host: 'paragraph' });
  if (children.length > 0 && children.every((child) => child.type === 'html' && isLineBreak(child.value))) {
    refuse(caption.pointer, 'must have text: a Markdown caption cannot consist of line breaks only');
  }
  return children.length > 0 ? { type: 'paragraph', children } : undefined;
}
