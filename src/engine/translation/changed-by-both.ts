import { type CommentableBlock, commentableBlocks } from '../change/anchors/commentable-blocks.js';
import { pairBlocks } from '../change/anchors/pair-blocks.js';
import { createComparisonBudget } from '../change/diff/budget.js';
import { splitFrontMatter } from '../text/markdown/front-matter.js';

/**
 * Returns the keys of blocks that users changed in `edited`, if `now` changed them differently or no longer has them.
 * Blocks are paired as for comments, so the result does not depend on a comparison by lines.
 */
export function changedByBoth(before: string, edited: string, now: string): string[] {
  const old = blocksOf(before);
  const toOurs = blockFinder(old, blocksOf(edited));
  const toTheirs = blockFinder(old, blocksOf(now));
  const holders = new Set(old.map(({ parent }) => parent));
  return old.flatMap(({ key, text }) => {
    const [ourBlock, theirBlock] = [toOurs(key), toTheirs(key)];
    if (!ourBlock || holders.has(key) || ourBlock.text === text) return [];
    return theirBlock?.text === text || theirBlock?.text === ourBlock.text ? [] : [ourBlock.key];
  });
}

/** Returns the blocks of a page; a code block counts as one block. */
function blocksOf(page: string): CommentableBlock[] {
  return commentableBlocks(splitFrontMatter(page).body).filter(({ type }) => type !== 'code-line');
}

function blockFinder(
  before: readonly CommentableBlock[],
  after: readonly CommentableBlock[],
): (key: string) => CommentableBlock | undefined {
  const pairs = pairBlocks(before, after, createComparisonBudget());
  const byKey = new Map(after.map((block) => [block.key, block]));
  return (key) => byKey.get(pairs.get(key) ?? '');
}
