import { diffArrays } from 'diff';
import { ContentError } from '../../base/types.js';
import { readPage } from './from-markdown.js';
import type { Lines } from './nodes/read-state.js';

/** A range of lines that differs between two texts; `from` counts from 0, `to` is exclusive. */
interface Hunk {
  current: Lines;
  original: Lines;
}

/**
 * Maximum number of changed lines. Texts that differ in more lines are rejected, because the time of the diff grows
 * with the square of this number.
 */
const maxChangedLines = 5_000;

/**
 * Reverts the changes of some blocks. Returns the text of `current`. Each hunk of the line diff that touches such a
 * block is replaced by the lines of `original`. A key may belong to a block of either text, so that a deleted block can
 * be restored.
 * @throws ContentError for a key that is in neither text, and for texts that differ in over `maxChangedLines` lines.
 */
export function revertBlocks({
  current,
  original,
  keys,
}: {
  current: string;
  original: string;
  keys: readonly string[];
}): string {
  const blocks = { current: readPage(current).lines, original: readPage(original).lines };
  const unknown = keys.find((key) => !blocks.current.has(key) && !blocks.original.has(key));
  if (unknown !== undefined)
    throw new ContentError(`No block of the page has the key ${JSON.stringify(unknown)}`, unknown);
  const lines = { current: splitLines(current), original: splitLines(original) };
  const reverted = hunksOf(lines).filter((hunk) => keys.some((key) => changesBlock(hunk, key, blocks)));
  return withHunks(lines, reverted);
}

function hunksOf({ current, original }: { current: string[]; original: string[] }): Hunk[] {
  const changes = diffArrays(original, current, { maxEditLength: maxChangedLines });
  if (!changes) throw new ContentError(`The page differs in more than ${maxChangedLines} lines; revert the whole page`);
  const hunks: Hunk[] = [];
  const at = { original: 0, current: 0 };
  for (const { added, removed, count } of changes) {
    const from = { ...at };
    at.original += added ? 0 : count;
    at.current += removed ? 0 : count;
    if (!added && !removed) continue;
    const last = hunks.at(-1);
    if (last && last.current.to === from.current && last.original.to === from.original) {
      last.current.to = at.current;
      last.original.to = at.original;
    } else {
      hunks.push({
        current: { from: from.current, to: at.current },
        original: { from: from.original, to: at.original },
      });
    }
  }
  return hunks;
}

/**
 * Reports whether a hunk changes a block. If the block is in only one text, the block itself changed, so lines that are
 * missing at its edges belong to it. If it is in both texts, its content is unchanged, so only hunks within it count.
 */
function changesBlock(hunk: Hunk, key: string, blocks: Record<'current' | 'original', Map<string, Lines>>): boolean {
  const edges = !(blocks.current.has(key) && blocks.original.has(key));
  return (['current', 'original'] as const).some((side) => {
    const block = blocks[side].get(key);
    if (!block) return false;
    const { from, to } = hunk[side];
    const [first, last] = [block.from - 1, block.to];
    if (from < to) return from < last && to > first;
    return edges ? from >= first && from <= last : from > first && from < last;
  });
}

function withHunks({ current, original }: { current: string[]; original: string[] }, hunks: readonly Hunk[]): string {
  let at = 0;
  const parts = hunks.map((hunk) => {
    const unchanged = current.slice(at, hunk.current.from).join('');
    at = hunk.current.to;
    return unchanged + original.slice(hunk.original.from, hunk.original.to).join('');
  });
  return parts.join('') + current.slice(at).join('');
}

/** Returns the lines with their endings. Joining them restores the text. */
function splitLines(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? [];
}
