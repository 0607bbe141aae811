import type { Nodes } from 'mdast';
import type { Content } from './writing.js';

/** A document may come to this many characters; a page that long can only be read as plain text (`parse-cost.ts`). */
export const maxWrittenLength = 2_000_000;

/**
 * How long some blocks are as Markdown, at least: each line of text costs two characters more for every list item or
 * quote around it, so that little text in deep nesting can be very long. Stops counting beyond `maxWrittenLength`.
 */
export function writtenLength(blocks: readonly Content[]): number {
  let length = 0;
  let level: readonly Nodes[] = blocks;
  for (let around = 0; level.length > 0 && length <= maxWrittenLength; around += 2) {
    const next: Nodes[][] = [];
    for (const block of level) {
      if (block.type === 'blockquote' || block.type === 'footnoteDefinition') next.push(block.children);
      else if (block.type === 'list') next.push(block.children.flatMap((item): Nodes[] => item.children));
      else length += leafLength(block, around);
    }
    level = next.flat();
  }
  return length;
}

function leafLength(node: Nodes, around: number): number {
  if ('children' in node) return node.children.reduce((sum, child) => sum + leafLength(child, around), around);
  if (node.type === 'break') return around + 2;
  if (!('value' in node)) return 1;
  return node.value.length + (node.type === 'code' ? around * (node.value.split('\n').length - 1) : 0);
}
