import { compactChanges } from './compact-changes.js';
import { comparableLines } from './comparable-lines.js';
import { type BeforeAfter, fewestEdits } from './fewest-edits.js';
import { createNumbering } from './numbering.js';

/** A run of changed lines: `[start, end)` in the text before, `[newStart, newEnd)` in the text after. */
export interface LineChange {
  start: number;
  end: number;
  newStart: number;
  newEnd: number;
}

/**
 * Splits text into lines, each with its line feed; only the last line may lack one. Joining the lines restores the
 * text.
 */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

/**
 * Returns the changes that turn `before` into `after`, in order; no two are adjacent. They equal those of `git diff
 * --no-indent-heuristic`, which `git merge-file` uses. With 512 or more edits they can differ, because git then accepts
 * a solution that is not the shortest.
 */
export function lineChanges<Line>(before: readonly Line[], after: readonly Line[]): LineChange[] {
  const numberOf = createNumbering<Line>();
  const lines = { before: before.map(numberOf), after: after.map(numberOf) };
  const changed = changedLines(lines);
  const gaps = { before: gapsOf(changed.before), after: gapsOf(changed.after) };
  compactChanges({ lines: lines.before, gaps: gaps.before }, gaps.after);
  compactChanges({ lines: lines.after, gaps: gaps.after }, gaps.before);
  return changesIn(gaps);
}

/** Counts the equal lines at the start and, in the rest, at the end. */
export function commonEnds<Line>(before: readonly Line[], after: readonly Line[]): { head: number; tail: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { head, tail };
}

/** Marks with 1 the lines of both texts that have no counterpart in the other. */
function changedLines({ before, after }: BeforeAfter<number[]>): BeforeAfter<Uint8Array> {
  const { head, tail } = commonEnds(before, after);
  const placesIn = (lines: number[], otherLines: number[]): number[] => {
    const counts = new Uint32Array(before.length + after.length);
    for (const line of otherLines) counts[line]!++;
    const middle = lines.slice(head, lines.length - tail).map((line) => counts[line]!);
    return comparableLines(middle, powerOfTwoAboveRoot(lines.length)).map((at) => head + at);
  };
  const places = { before: placesIn(before, after), after: placesIn(after, before) };
  const edits = fewestEdits({
    before: places.before.map((at) => before[at]!),
    after: places.after.map((at) => after[at]!),
  });
  const marked = (length: number, side: keyof typeof places): Uint8Array => {
    const changed = new Uint8Array(length).fill(1, head, length - tail);
    for (const [index, at] of places[side].entries()) changed[at] = edits[side][index]!;
    return changed;
  };
  return { before: marked(before.length, 'before'), after: marked(after.length, 'after') };
}

/** Returns a power of two that is greater than the square root. */
function powerOfTwoAboveRoot(length: number): number {
  return 2 ** Math.ceil((32 - Math.clz32(length)) / 2);
}

/** Returns the number of changed lines before each unchanged line, and after the last one. */
function gapsOf(changed: Uint8Array): number[] {
  const gaps: number[] = [];
  let size = 0;
  for (const isChanged of changed) {
    if (!isChanged) gaps.push(size);
    size = isChanged ? size + 1 : 0;
  }
  return [...gaps, size];
}

function changesIn({ before, after }: BeforeAfter<number[]>): LineChange[] {
  const changes: LineChange[] = [];
  let [start, newStart] = [0, 0];
  for (const [gap, removed] of before.entries()) {
    const [end, newEnd] = [start + removed, newStart + after[gap]!];
    if (end > start || newEnd > newStart) changes.push({ start, end, newStart, newEnd });
    [start, newStart] = [end + 1, newEnd + 1];
  }
  return changes;
}
