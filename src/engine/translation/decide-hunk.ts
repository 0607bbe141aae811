import { lineChanges } from '../change/diff/line-diff.js';
import type { TextHunk } from '../change/merge/text.js';

/** Lines chosen for a hunk, and the indexes of the stale ones among them. */
export interface Decision {
  lines: string[];
  stale: Set<number>;
}

/** Lines of the base, from `start` up to, but not including, `end`, and the lines that replace them on one side. */
interface Change {
  start: number;
  end: number;
  lines: string[];
}

/**
 * Merges a hunk of lines that both users and the machine changed. Keeps all changes by users. Keeps a change by the
 * machine if it does not overlap a user's change; adjacent changes do not overlap. Users' lines that the machine would
 * replace are stale, and so are lines of the base within such a replacement.
 */
export function decideHunk({ base, ours, theirs }: TextHunk): Decision {
  const people = changesOf(base, ours);
  const machine = changesOf(base, theirs).filter(
    (change) => !people.some((otherChange) => isEqual(change, otherChange)),
  );
  const refused = machine.filter((change) => people.some((otherChange) => overlap(change, otherChange)));
  const refusedSet = new Set(refused);
  const acceptedChanges = [...people, ...machine.filter((change) => !refusedSet.has(change))];
  const isStale = (change: Change): boolean => refused.some((otherChange) => overlap(change, otherChange));
  const staleLines = new Set(refused.flatMap(({ start, end }) => range(start, end)));
  const decision: Decision = { lines: [], stale: new Set() };
  const add = (lines: readonly string[], stale: (index: number) => boolean): void => {
    for (const [index, line] of lines.entries()) {
      if (stale(index)) decision.stale.add(decision.lines.length);
      decision.lines.push(line);
    }
  };
  let at = 0;
  // An insertion comes before the replacement of the next line. The sort is stable, so users' changes come before the
  // machine's.
  for (const change of acceptedChanges.sort((left, right) => left.start - right.start || left.end - right.end)) {
    const from = at;
    add(base.slice(from, change.start), (index) => staleLines.has(from + index));
    const stale = isStale(change);
    add(change.lines, () => stale);
    at = Math.max(at, change.end);
  }
  const from = at;
  add(base.slice(from), (index) => staleLines.has(from + index));
  return {
    ...decision,
    lines: decision.lines.map((line, index) => withLineFeedUnlessLast(line, index, decision.lines.length)),
  };
}

/**
 * Returns the changes of one side compared with the base. If the number of lines is the same, there is one change per
 * line.
 */
function changesOf(base: readonly string[], side: readonly string[]): Change[] {
  return lineChanges(base, side).flatMap(({ start, end, newStart, newEnd }) => {
    const lines = side.slice(newStart, newEnd);
    if (lines.length !== end - start) return [{ start, end, lines }];
    return lines.map((line, index) => ({ start: start + index, end: start + index + 1, lines: [line] }));
  });
}

function isEqual(left: Change, right: Change): boolean {
  return left.start === right.start && left.end === right.end && left.lines.join('') === right.lines.join('');
}

/** Reports whether two changes have a line in common, or one is an insertion within the other. */
function overlap(left: Change, right: Change): boolean {
  return left.start < right.end && right.start < left.end;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

/** Only the last line of a text may lack a line feed, so one is added to other lines. */
function withLineFeedUnlessLast(line: string, index: number, count: number): string {
  return index < count - 1 && !line.endsWith('\n') ? `${line}\n` : line;
}
