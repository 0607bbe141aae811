import type { Nodes } from 'mdast';
import type { Options } from 'remark-stringify';
import type { MathBlock } from './math-syntax.js';
import type { Tag } from './tag-syntax.js';
import { tagStart } from './tag-text.js';

/** How tags and formulas are written, and text that would read as one. */
export const writingSyntax: Options = {
  handlers: {
    tag: (node: Tag) => node.value,
    mathBlock: (node: MathBlock) => `$$\n${node.value}\n$$`,
  } as Options['handlers'],
  unsafe: [{ atBreak: true, character: '{', after: tagStart }],
  join: [(left, right) => (isLiquid(left, 'opening') || isLiquid(right, 'closing') ? besides(left, right) : undefined)],
};

/** Tags stand right at what they enclose, except at HTML, which would take the next line in, and at tables. */
function besides(left: Nodes, right: Nodes): number {
  return [left, right].some((node) => node.type === 'table' || beginsWithHtml(node)) ? 1 : 0;
}

/** A paragraph of line breaks alone is HTML as well. */
function beginsWithHtml(node: Nodes): boolean {
  return node.type === 'html' || (node.type === 'paragraph' && node.children[0]?.type === 'html');
}

function isLiquid(node: Nodes, side: 'opening' | 'closing'): boolean {
  if (node.type !== 'tag' || node.alone || !node.value.startsWith('{')) return false;
  return /^\{% end/.test(node.value) === (side === 'closing');
}
