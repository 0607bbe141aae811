import { lineChanges } from '../change/diff/line-diff.js';
import type { TextHunk } from '../change/merge/text.js';

/** The lines taken for a hunk, and the places among them of those that are stale. */
export interface Decision {
  lines: string[];
  stale: Set<number>;
}

/** Lines of the base, from `start` to before `end`, and what one side has in their place. */
interface Change {
  start: number;
  end: number;
  lines: string[];
}

/**
 * Decides lines that people and the machine both changed: all that people did stays, of the machine what does not meet it,
 * though it may touch it. Stale are people's lines that the machine's would replace, and those of before in their midst.
 */
export function decideHunk({ base, ours, theirs }: TextHunk): Decision {
  const people = changesOf(base, ours);
  const machine = changesOf(base, theirs).filter((change) => !people.some((other) => isEqual(change, other)));
  const refused = machine.filter((change) => people.some((other) => doMeet(change, other)));
  const lost = new Set(refused);
  const taken = [...people, ...machine.filter((change) => !lost.has(change))];
  const isStale = (change: Change): boolean => refused.some((other) => doMeet(change, other));
  const staleLines = new Set(refused.flatMap(({ start, end }) => range(start, end)));
  const decision: Decision = { lines: [], stale: new Set() };
  const add = (lines: readonly string[], stale: (index: number) => boolean): void => {
    for (const [index, line] of lines.entries()) {
      if (stale(index)) decision.stale.add(decision.lines.length);
      decision.lines.push(line);
    }
  };
  let at = 0;
  // An insertion goes before what replaces the line behind it; sorting leaves people's before the machine's.
  for (const change of taken.sort((one, other) => one.start - other.start || one.end - other.end)) {
    const from = at;
    add(base.slice(from, change.start), (index) => staleLines.has(from + index));
    const stale = isStale(change);
    add(change.lines, () => stale);
    at = Math.max(at, change.end);
  }
  const from = at;
  add(base.slice(from), (index) => staleLines.has(from + index));
  return { ...decision, lines: decision.lines.map((line, index) => endedWithin(line, index, decision.lines.length)) };
}

/** What a side did, each line by itself where it has as many as before. */
function changesOf(base: readonly string[], side: readonly string[]): Change[] {
  return lineChanges(base, side).flatMap(({ start, end, newStart, newEnd }) => {
    const lines = side.slice(newStart, newEnd);
    if (lines.length !== end - start) return [{ start, end, lines }];
    return lines.map((line, index) => ({ start: start + index, end: start + index + 1, lines: [line] }));
  });
}

function isEqual(one: Change, other: Change): boolean {
  return one.start === other.start && one.end === other.end && one.lines.join('') === other.lines.join('');
}

/** Whether two changes have a line in common, or one is inserted in the midst of the other. */
function doMeet(one: Change, other: Change): boolean {
  return one.start < other.end && other.start < one.end;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

/** Only the last line of a text may have no line feed. */
function endedWithin(line: string, index: number, count: number): string {
  return index < count - 1 && !line.endsWith('\n') ? `${line}\n` : line;
}
