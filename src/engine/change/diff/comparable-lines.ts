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
  const places: number[] = [];
  let start = 0;
  for (let end = 0; end <= counts.length; end++) {
    const count = counts[end] ?? 1;
    if (count === 0 || count >= often) continue;
    for (let at = start; at < end; at++) if (counts[at]! > 0 && !isAmongLone(at, { start, end })) places.push(at);
    if (end < counts.length) places.push(end);
    start = end + 1;
  }
  return places;
}

/** A run of lines that the other text does not have or has often, up to the next line of neither kind. */
interface Run {
  start: number;
  end: number;
}

/** Maximum number of lines to inspect on either side. */
const window = 100;

function createLoneTest(counts: readonly number[]): (at: number, run: Run) => boolean {
  const loneUpTo = new Uint32Array(counts.length + 1);
  for (const [at, count] of counts.entries()) loneUpTo[at + 1] = loneUpTo[at]! + (count === 0 ? 1 : 0);
  return (at, { start, end }) => {
    const [from, to] = [Math.max(start, at - window), Math.min(end, at + window + 1)];
    const [above, below] = [loneUpTo[at]! - loneUpTo[from]!, loneUpTo[to]! - loneUpTo[at]!];
    // The line itself counts twice, as in git.
    return above > 0 && below > 0 && 4 * (above + below) > 3 * (to - from + 1);
  };
}
