import { decodeTextFile } from '../../../engine/base/blob.js';
import { type CommentableBlock, commentableBlocks } from '../../../engine/change/anchors/commentable-blocks.js';
import { pairTexts } from '../../../engine/change/anchors/pair-blocks.js';
import { createComparisonBudget } from '../../../engine/change/diff/budget.js';
import { splitFrontMatter } from '../../../engine/text/markdown/front-matter.js';

/** Files of pages, and the key of a block to find in them. */
export interface SearchedTexts {
  texts: Uint8Array[];
  node: string;
}

/** Finds the first text that has a block with the key, and returns its index; null if none has. */
export function findBlock({ texts, node }: SearchedTexts): { index: number; block: CommentableBlock } | null {
  for (const [index, bytes] of texts.entries()) {
    const block = commentableBlocks(pageBody(bytes)).find(({ key }) => key === node);
    if (block) return { index, block };
  }
  return null;
}

/** The file of a page before and after it was edited. */
export interface PairedTexts {
  before: Uint8Array;
  after: Uint8Array;
}

/** Maps keys of blocks in the first text to keys of the same blocks in the second; omits removed blocks. */
export function pairBlockKeys({ before, after }: PairedTexts): Map<string, string> {
  return pairTexts(pageBody(before), pageBody(after), createComparisonBudget());
}

function pageBody(bytes: Uint8Array): string {
  return splitFrontMatter(decodeTextFile(bytes, 'page')).body;
}
