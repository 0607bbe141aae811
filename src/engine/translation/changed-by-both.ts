import { type CommentableBlock, commentableBlocks } from '../change/anchors/commentable-blocks.js';
import { pairBlocks } from '../change/anchors/pair-blocks.js';
import { createComparisonBudget } from '../change/diff/budget.js';
import { splitFrontMatter } from '../text/markdown/front-matter.js';

/**
 * Keys, in `edited`, of the blocks that both it and `now` have otherwise than `before`, each in another way, or that `now` has
 * lost: found as comments find what became of their blocks, whatever lines a comparison by lines takes for the same.
 */
export function changedByBoth(before: string, edited: string, now: string): string[] {
  const old = blocksOf(before);
  const toOurs = foundIn(old, blocksOf(edited));
  const toTheirs = foundIn(old, blocksOf(now));
  const holders = new Set(old.map(({ parent }) => parent));
  return old.flatMap(({ key, text }) => {
    const [own, other] = [toOurs(key), toTheirs(key)];
    if (!own || holders.has(key) || own.text === text) return [];
    return other?.text === text || other?.text === own.text ? [] : [own.key];
  });
}

/** The blocks of a page, code as a whole. */
function blocksOf(page: string): CommentableBlock[] {
  return commentableBlocks(splitFrontMatter(page).body).filter(({ type }) => type !== 'code-line');
}

function foundIn(
  before: readonly CommentableBlock[],
  after: readonly CommentableBlock[],
): (key: string) => CommentableBlock | undefined {
  const pairs = pairBlocks(before, after, createComparisonBudget());
  const byKey = new Map(after.map((block) => [block.key, block]));
  return (key) => byKey.get(pairs.get(key) ?? '');
}
