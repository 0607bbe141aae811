import { lineChanges, linesOf } from '../change/diff/line-diff.js';
import { mergeText } from '../change/merge/text.js';
import { changedByBoth } from './changed-by-both.js';
import { type Decision, decideHunk } from './decide-hunk.js';
import { staleBlocks } from './stale-blocks.js';
import { unusedCharacter } from './unused-character.js';

/** A page of a translated space after a run. */
export interface MergedTranslation {
  markdown: string;
  /**
   * Keys of the blocks in which people's words stand where the source moved on, in reading order; `front-matter` for its
   * fields. They tell of this run alone: a block of an earlier one stays stale until somebody changes it.
   */
  stale: string[];
}

/**
 * Merges what people made of a translation with what the machine writes now. Their words always stay: where both changed
 * the same lines, theirs stand, and the blocks there are stale. What people deleted stays deleted; what both inserted in one
 * place is there twice. A block that people both moved
 * and changed is not told.
 * @param before what the machine wrote the last time; null where it wrote nothing, and all of `edited` is people's.
 * @param edited what the page is now.
 * @param now what the machine writes.
 */
export function mergeTranslation(before: string | null, edited: string, now: string): MergedTranslation {
  if (before === null)
    return { markdown: edited, stale: staleBlocks(edited, { lines: linesBeside(now, edited), keys: [] }) };
  const texts = { base: before, ours: edited, theirs: now };
  const merged = mergeText(texts);
  if ('text' in merged) return { markdown: merged.text, stale: [] };
  const sign = `${unusedCharacter(edited + now)}\n`;
  const decisions = merged.hunks.map(decideHunk);
  const signed = mergeText(
    texts,
    decisions.map(({ lines }) => [sign, ...lines]),
  );
  if (!('text' in signed)) throw new Error('A merge must have a text where all its hunks are decided');
  const { markdown, stale } = withoutSigns(signed.text, sign, decisions);
  return { markdown, stale: staleBlocks(markdown, { lines: stale, keys: changedByBoth(before, edited, now) }) };
}

/** Numbers of the lines of a page that another has not, counted from 1. */
function linesBeside(other: string, page: string): Set<number> {
  const changes = lineChanges(linesOf(other), linesOf(page));
  const numbers = changes.map(({ newStart, newEnd }) =>
    Array.from({ length: newEnd - newStart }, (_, index) => newStart + index + 1),
  );
  return new Set(numbers.flat());
}

/** The text without the line that stands before each hunk, and the numbers of its stale lines, counted from 1. */
function withoutSigns(
  text: string,
  sign: string,
  decisions: readonly Decision[],
): { markdown: string; stale: Set<number> } {
  const lines: string[] = [];
  const stale = new Set<number>();
  let hunk = 0;
  for (const line of linesOf(text)) {
    if (line === sign) for (const index of decisions[hunk++]!.stale) stale.add(lines.length + index + 1);
    else lines.push(line);
  }
  return { markdown: lines.join(''), stale };
}
