import type { DocumentNode } from '../../../engine/text/document/node-shape.js';

/**
 * Remaining size of a page, in characters. Pages are limited before layout, because shared texts that include each
 * other can turn a few kilobytes into millions of blocks.
 */
export interface SizeBudget {
  left: number;
}

/**
 * Maximum size of a page in characters: 1.5 times that of the largest page that can be stored. With short lines, this
 * is about 500 PDF pages.
 */
export const pageBudget = 1_500_000;

/**
 * Maximum number of lines of a page. It is needed because in narrow columns a text has more lines than its size
 * suggests.
 */
export const pageLines = 25_000;

/** Minimum cost of a block in characters, because each block takes at least one line. */
const blockCost = 50;

/** Yields nodes until the size limit is reached. Each node costs one line plus the size of its data. */
export function* withinBudget(budget: SizeBudget, nodes: readonly DocumentNode[] = []): Generator<DocumentNode> {
  for (const node of nodes) {
    if (budget.left <= 0) return;
    budget.left -= blockCost + (node.data ? JSON.stringify(node.data).length : 0);
    yield node;
  }
}

/** Subtracts the size of a text. Each line break costs one line. */
export function spendText(budget: SizeBudget, text: string): void {
  budget.left -= text.length;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) budget.left -= blockCost;
}
