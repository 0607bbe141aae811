import { type ComparisonBudget, spend } from './budget.js';
import { editLimit } from './fewest-edits.js';
import { commonEnds, type LineChange, lineChanges, linesOf } from './line-diff.js';
import { type WordRun, wordRuns } from './word-runs.js';

/** Lines that differ between two versions of a text. */
export interface TextHunk {
  /**
   * Number of the first removed line in the old text, from 1. If no line was removed, the number of the line before
   * which lines are inserted.
   */
  start: number;
  /** Same as `start`, for the added lines and the new text. */
  newStart: number;
  /** Removed lines, without their line feeds. */
  removed: string[];
  added: string[];
  /** Runs of words that are unchanged, removed or added within the lines, including line feeds. */
  words: WordRun[];
}

/**
 * Returns the lines, and within them the words, that turn one text into another, in order. Lines outside of the hunks
 * are equal. If the budget is too small, everything between the first and the last changed line is one hunk.
 */
export function textHunks(before: string, after: string, budget: ComparisonBudget): TextHunk[] {
  if (before === after) return [];
  const [old, now] = [linesOf(before), linesOf(after)];
  const { head, tail } = commonEnds(old, now);
  const length = old.length + now.length - 2 * (head + tail);
  // The cost is an upper bound, because each edit may compare all lines.
  const isAffordable = spend(budget, length * Math.min(length, editLimit));
  const whole: LineChange = { start: head, end: old.length - tail, newStart: head, newEnd: now.length - tail };
  const changes = isAffordable ? lineChanges(old, now) : [whole];
  return changes.map(({ start, end, newStart, newEnd }) => {
    const [removed, added] = [old.slice(start, end), now.slice(newStart, newEnd)];
    return {
      start: start + 1,
      newStart: newStart + 1,
      removed: removed.map(withoutFeed),
      added: added.map(withoutFeed),
      words: wordRuns(removed.join(''), added.join(''), budget),
    };
  });
}

function withoutFeed(line: string): string {
  return line.endsWith('\n') ? line.slice(0, -1) : line;
}
