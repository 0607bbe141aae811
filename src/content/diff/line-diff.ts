import { diffArrays } from 'diff';

/** A run of lines that differs: `[start, end)` in the text before and in the text after. */
export interface LineChange {
  start: number;
  end: number;
  newStart: number;
  newEnd: number;
}

/** Which end of the texts lines are matched from, where several matches are equally long. */
export type MatchFrom = 'start' | 'end';

/**
 * Most edits that are looked for before the differing middle counts as one change; Myers' algorithm takes time in
 * proportion to its square. A page that two people edited this much is rewritten, not edited.
 */
export const editLimit = 2000;

/** Splits text into lines, each with its line feed; only the last may have none. Joined, they are the text again. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

/**
 * The changes that make `before` into `after`, in order, never touching each other. A pure insertion or deletion
 * stands as far down as it can, as git's do, so that both sides of a merge place the same change alike.
 */
export function lineChanges(before: string[], after: string[], from: MatchFrom): LineChange[] {
  const pairs = from === 'start' ? matchedLines(before, after) : matchedFromEnd(before, after);
  return slideDown(slideUp(changesBetween(pairs, before, after), before, after), before, after);
}

type Pair = [before: number, after: number];

function matchedFromEnd(before: string[], after: string[]): Pair[] {
  const pairs = matchedLines(before.toReversed(), after.toReversed());
  return pairs.map(([left, right]): Pair => [before.length - 1 - left, after.length - 1 - right]).reverse();
}

/** Lines without a counterpart cannot match; leaving them out first changes no result and is much faster. */
function matchedLines(before: string[], after: string[]): Pair[] {
  const inBefore = new Set(before);
  const inAfter = new Set(after);
  const left = [...before.keys()].filter((index) => inAfter.has(before[index]!));
  const right = [...after.keys()].filter((index) => inBefore.has(after[index]!));
  const parts = diffArrays(
    left.map((index) => before[index]!),
    right.map((index) => after[index]!),
    {
      maxEditLength: editLimit,
    },
  );
  return parts ? pairsOf(parts, left, right) : matchedEnds(before, after);
}

function pairsOf(
  parts: { value: unknown[]; added: boolean; removed: boolean }[],
  left: number[],
  right: number[],
): Pair[] {
  const pairs: Pair[] = [];
  let leftAt = 0;
  let rightAt = 0;
  for (const { value, added, removed } of parts) {
    for (let step = 0; !added && !removed && step < value.length; step++) {
      pairs.push([left[leftAt + step]!, right[rightAt + step]!]);
    }
    if (!added) leftAt += value.length;
    if (!removed) rightAt += value.length;
  }
  return pairs;
}

/** How many lines are equal at the start and, of the rest, at the end. */
export function commonEnds(before: string[], after: string[]): { head: number; tail: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { head, tail };
}

function matchedEnds(before: string[], after: string[]): Pair[] {
  const { head, tail } = commonEnds(before, after);
  const heads = Array.from({ length: head }, (_, index): Pair => [index, index]);
  const tails = Array.from({ length: tail }, (_, index): Pair => {
    const fromEnd = tail - index;
    return [before.length - fromEnd, after.length - fromEnd];
  });
  return [...heads, ...tails];
}

function changesBetween(pairs: Pair[], before: string[], after: string[]): LineChange[] {
  const changes: LineChange[] = [];
  let start = 0;
  let newStart = 0;
  for (const [end, newEnd] of [...pairs, [before.length, after.length] satisfies Pair]) {
    if (end > start || newEnd > newStart) changes.push({ start, end, newStart, newEnd });
    start = end + 1;
    newStart = newEnd + 1;
  }
  return changes;
}

function slideUp(changes: LineChange[], before: string[], after: string[]): LineChange[] {
  const result: LineChange[] = [];
  for (const change of changes) {
    const previous = result.at(-1);
    let moved = change;
    while (moved.start > (previous?.end ?? 0) && canSlide(moved, -1, { before, after })) moved = shifted(moved, -1);
    if (previous && moved.start === previous.end) result[result.length - 1] = joined(previous, moved);
    else result.push(moved);
  }
  return result;
}

function slideDown(changes: LineChange[], before: string[], after: string[]): LineChange[] {
  const result: LineChange[] = [];
  for (const change of changes.toReversed()) {
    const next = result.at(-1);
    let moved = change;
    while (moved.end < (next?.start ?? before.length) && canSlide(moved, 1, { before, after }))
      moved = shifted(moved, 1);
    if (next && moved.end === next.start) result[result.length - 1] = joined(moved, next);
    else result.push(moved);
  }
  return result.reverse();
}

/** A block can slide over a line that equals the line at its other end: the text stays the same. */
function canSlide(change: LineChange, step: 1 | -1, { before, after }: { before: string[]; after: string[] }): boolean {
  const isInsertion = change.start === change.end;
  if (!isInsertion && change.newStart !== change.newEnd) return false;
  const [text, start, end] = isInsertion ? [after, change.newStart, change.newEnd] : [before, change.start, change.end];
  return step === 1 ? text[start] === before[change.end] : text[end - 1] === before[change.start - 1];
}

function shifted({ start, end, newStart, newEnd }: LineChange, by: number): LineChange {
  return { start: start + by, end: end + by, newStart: newStart + by, newEnd: newEnd + by };
}

function joined(first: LineChange, second: LineChange): LineChange {
  return { start: first.start, end: second.end, newStart: first.newStart, newEnd: second.newEnd };
}
