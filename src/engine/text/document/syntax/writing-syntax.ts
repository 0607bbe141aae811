import type { Nodes } from 'mdast';
import type { Options } from 'remark-stringify';
import type { MathBlock } from './math-syntax.js';
import type { Tag } from './tag-syntax.js';
import { tagStart } from './tag-text.js';

/** Writes tags and formulas, and escapes text that would be parsed as a tag. */
export const writingSyntax: Options = {
  handlers: {
    tag: (node: Tag) => node.value,
    mathBlock: (node: MathBlock) => `$$\n${node.value}\n$$`,
  } as Options['handlers'],
  unsafe: [{ atBreak: true, character: '{', after: tagStart }],
  join: [
    (left, right) =>
      isLiquid(left, 'opening') || isLiquid(right, 'closing') ? blankLinesBetween(left, right) : undefined,
  ],
};

/**
 * Returns the number of blank lines next to a tag. There are none, except next to tables, and next to HTML that would
 * include the following line.
 */
function blankLinesBetween(left: Nodes, right: Nodes): number {
  return [left, right].some((node) => node.type === 'table' || beginsWithHtml(node)) ? 1 : 0;
}

/** Reports whether a node begins with HTML. A paragraph that contains only line breaks is also written as HTML. */
function beginsWithHtml(node: Nodes): boolean {
  return node.type === 'html' || (node.type === 'paragraph' && node.children[0]?.type === 'html');
}

function isLiquid(node: Nodes, side: 'opening' | 'closing'): boolean {
  if (node.type !== 'tag' || node.alone || !node.value.startsWith('{')) return false;
  return /^\{% end/.test(node.value) === (side === 'closing');
}
