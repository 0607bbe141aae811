/**
 * Returns the indexes of the lines to compare with another text.
 *
 * Lines that the other text does not have cannot match; leaving them out makes the search much faster. A line that the
 * other text has at least `often` times, such as an empty one, may match by chance and split a rewritten passage. It is
 * left out if over three quarters of the lines around it do not occur in the other text. The rule is git's.
 * @param counts how often the other text has each line
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

/** A run of lines that the other text does not have or has often, up to the next line of neither kind. */
interface Run {
  start: number;
  end: number;
}

/** Maximum number of lines to inspect on either side. */
const window = 100;

function createLoneTest(counts: readonly number[]): (lineIndex: number, run: Run) => boolean {
  const loneUpTo = new Uint32Array(counts.length + 1);
  for (const [lineIndex, count] of counts.entries())
    loneUpTo[lineIndex + 1] = loneUpTo[lineIndex]! + (count === 0 ? 1 : 0);
  return (lineIndex, { start, end }) => {
    const [from, to] = [Math.max(start, lineIndex - window), Math.min(end, lineIndex + window + 1)];
    const [above, below] = [loneUpTo[lineIndex]! - loneUpTo[from]!, loneUpTo[to]! - loneUpTo[lineIndex]!];
    // The line itself counts twice, as in git.
    return above > 0 && below > 0 && 4 * (above + below) > 3 * (to - from + 1);
  };
}
