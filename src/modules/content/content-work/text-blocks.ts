import { textOf } from '../../../engine/base/blob.js';
import { type CommentableBlock, commentableBlocks } from '../../../engine/change/anchors/commentable-blocks.js';
import { pairTexts } from '../../../engine/change/anchors/pair-blocks.js';
import { createComparisonBudget } from '../../../engine/change/diff/budget.js';
import { splitFrontMatter } from '../../../engine/text/markdown/front-matter.js';

/** Files of pages, and the key of a block that one of them may have. */
export interface SearchedTexts {
  texts: Uint8Array[];
  node: string;
}

/** The first of some texts that has a block of a key, by its place among them; null where none has. */
export function blockIn({ texts, node }: SearchedTexts): { index: number; block: CommentableBlock } | null {
  for (const [index, bytes] of texts.entries()) {
    const block = commentableBlocks(bodyOf(bytes)).find(({ key }) => key === node);
    if (block) return { index, block };
  }
  return null;
}

/** The file of a page before and after it was edited. */
export interface PairedTexts {
  before: Uint8Array;
  after: Uint8Array;
}

/** Keys of the blocks of a text, with those of what became of them in another; blocks that are no more are left out. */
export function pairsOf({ before, after }: PairedTexts): Map<string, string> {
  return pairTexts(bodyOf(before), bodyOf(after), createComparisonBudget());
}

function bodyOf(bytes: Uint8Array): string {
  return splitFrontMatter(textOf(bytes, 'page')).body;
}
