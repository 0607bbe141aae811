import { lineChanges, linesOf } from '../change/diff/line-diff.js';
import { mergeText } from '../change/merge/text.js';
import { changedByBoth } from './changed-by-both.js';
import { type Decision, decideHunk } from './decide-hunk.js';
import { staleBlocks } from './stale-blocks.js';
import { unusedCharacter } from './unused-character.js';

/** A page of a translated space after a translation run. */
export interface MergedTranslation {
  markdown: string;
  /**
   * Keys of blocks that contain users' words and whose source changed, in reading order; `front-matter` for front
   * matter fields. Includes only blocks of this run. A block of an earlier run stays stale until a user changes it.
   */
  stale: string[];
}

/**
 * Merges users' edits of a translation with the machine's new text. Users' words always stay: if both changed the same
 * lines, the users' lines are used, and their blocks are stale. Lines that users deleted stay deleted. If both inserted
 * lines at one position, the result has both. Does not report a block that users both moved and changed.
 * @param before the machine's previous text; null if there is none, so that all of `edited` was written by users
 * @param edited the current text of the page
 * @param now the machine's new text
 */
export function mergeTranslation(before: string | null, edited: string, now: string): MergedTranslation {
  if (before === null)
    return { markdown: edited, stale: staleBlocks(edited, { lines: addedLines(now, edited), keys: [] }) };
  const texts = { base: before, ours: edited, theirs: now };
  const merged = mergeText(texts);
  if ('text' in merged) return { markdown: merged.text, stale: [] };
  const marker = `${unusedCharacter(edited + now)}\n`;
  const decisions = merged.hunks.map(decideHunk);
  const signed = mergeText(
    texts,
    decisions.map(({ lines }) => [marker, ...lines]),
  );
  if (!('text' in signed)) throw new Error('A merge must have a text where all its hunks are decided');
  const { markdown, stale } = removeMarkers(signed.text, marker, decisions);
  return { markdown, stale: staleBlocks(markdown, { lines: stale, keys: changedByBoth(before, edited, now) }) };
}

/** Returns the numbers of the lines that are in `page` but not in `otherPage`, counted from 1. */
function addedLines(otherPage: string, page: string): Set<number> {
  const changes = lineChanges(linesOf(otherPage), linesOf(page));
  const numbers = changes.map(({ newStart, newEnd }) =>
    Array.from({ length: newEnd - newStart }, (_, index) => newStart + index + 1),
  );
  return new Set(numbers.flat());
}

/** Returns the text without the marker line before each hunk, and the numbers of its stale lines, counted from 1. */
function removeMarkers(
  text: string,
  marker: string,
  decisions: readonly Decision[],
): { markdown: string; stale: Set<number> } {
  const lines: string[] = [];
  const stale = new Set<number>();
  let hunk = 0;
  for (const line of linesOf(text)) {
    if (line === marker) for (const index of decisions[hunk++]!.stale) stale.add(lines.length + index + 1);
    else lines.push(line);
  }
  return { markdown: lines.join(''), stale };
}
