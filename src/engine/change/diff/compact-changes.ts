/** The lines of a text, and the number of changed lines before each unchanged line and after the last one. */
export interface ChangedLines {
  lines: readonly number[];
  gaps: number[];
}

/**
 * Moves the changes of a text to the positions that git chooses (`xdl_change_compact`). A change can slide over a line
 * that equals the line at its other end, because the resulting text is the same. Each change slides down as far as
 * possible. If it passes changes of the other text on the way, it returns to the last of them. Changes that meet are
 * merged.
 */
export function compactChanges(text: ChangedLines, otherGaps: readonly number[]): void {
  const change = { gap: 0, start: 0 };
  for (; change.gap < text.gaps.length; change.gap++) {
    if (text.gaps[change.gap]! > 0) slideChange(text, change, otherGaps);
    change.start += text.gaps[change.gap]! + 1;
  }
}

/** A run of changed lines: the index of its gap between unchanged lines, and the index of its first line. */
interface Change {
  gap: number;
  start: number;
}

function slideChange(text: ChangedLines, change: Change, otherGaps: readonly number[]): void {
  const { gaps } = text;
  let size: number;
  let highest: number;
  do {
    size = gaps[change.gap]!;
    while (slideUp(text, change));
    highest = change.gap;
    while (slideDown(text, change));
  } while (gaps[change.gap] !== size);
  let alignedGap = change.gap;
  while (alignedGap >= highest && otherGaps[alignedGap] === 0) alignedGap--;
  while (alignedGap >= highest && change.gap > alignedGap) slideUp(text, change);
}

function slideUp({ lines, gaps }: ChangedLines, change: Change): boolean {
  const { gap, start } = change;
  const size = gaps[gap]!;
  if (lines[start - 1] !== lines[start + size - 1]) return false;
  const met = gaps[gap - 1]!;
  gaps[gap] = 0;
  gaps[gap - 1] = met + size;
  change.gap--;
  change.start -= met + 1;
  return true;
}

function slideDown({ lines, gaps }: ChangedLines, change: Change): boolean {
  const { gap, start } = change;
  const size = gaps[gap]!;
  if (lines[start] !== lines[start + size]) return false;
  gaps[gap] = 0;
  gaps[gap + 1]! += size;
  change.gap++;
  change.start++;
  return true;
}
