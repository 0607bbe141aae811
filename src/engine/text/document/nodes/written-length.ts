import type { Nodes } from 'mdast';
import type { Content } from './write-state.js';

/**
 * Maximum length of a written document, in characters. A longer page can only be read as plain text (`parse-cost.ts`).
 */
export const maxWrittenLength = 2_000_000;

/**
 * Returns the minimum length of blocks as Markdown. Each list item or quote adds two characters to each line in it, so
 * a short but deeply nested text can become very long. Stops counting beyond `maxWrittenLength`.
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
