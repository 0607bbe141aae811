/**
 * Returns the indexes of the lines to compare with another text.
 *
 * Lines that do not occur in the other text cannot match; omitting them makes the search much faster. A line that
 * occurs at least `often` times in the other text may match by chance and split a rewritten passage. An example is an
 * empty line. Such a line is omitted if over three quarters of the lines around it do not occur in the other text. This
 * is git's rule.
 * @param counts how often each line occurs in the other text
 */
export function comparableLines(counts: readonly number[], often: number): number[] {
  const isAmongLone = createLoneTest(counts);
  const lineIndexes: number[] = [];
  let start = 0;
  for (let end = 0; end <= counts.length; end++) {
    const count = counts[end] ?? 1;
    if (count === 0 || count >= often) continue;
    for (let lineIndex = start; lineIndex < end; lineIndex++)
      if (counts[lineIndex]! > 0 && !isAmongLone(lineIndex, { start, end })) lineIndexes.push(lineIndex);
    if (end < counts.length) lineIndexes.push(end);
    start = end + 1;
  }
  return lineIndexes;
}

/** A run of consecutive lines that do not occur in the other text, or occur often there. */
interface Run {
  start: number;
  end: number;
}

/** Maximum number of lines to inspect before and after a line. */
const window = 100;

function createLoneTest(counts: readonly number[]): (lineIndex: number, run: Run) => boolean {
  const loneUpTo = new Uint32Array(counts.length + 1);
  for (const [lineIndex, count] of counts.entries())
    loneUpTo[lineIndex + 1] = loneUpTo[lineIndex]! + (count === 0 ? 1 : 0);
  return (lineIndex, { start, end }) => {
    const [from, to] = [Math.max(start, lineIndex - window), Math.min(end, lineIndex + window + 1)];
    const [above, below] = [loneUpTo[lineIndex]! - loneUpTo[from]!, loneUpTo[to]! - loneUpTo[lineIndex]!];
    // The line itself counts twice, as in git's xdiff: among the lines above it and among those below.
    return above > 0 && below > 0 && 4 * (above + below) > 3 * (to - from + 1);
  };
}
