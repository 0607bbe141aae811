/**
 * The places of the lines that are worth comparing with another text, given how often that has each of them. Lines
 * that it has not cannot match, and leaving them out makes the search much faster. Left out is also a line that it has
 * `often`, as empty ones are, where three quarters of those around it are lines that it has not: it would match by
 * chance, and cut what was rewritten to pieces. The rule is git's.
 */
export function comparableLines(counts: readonly number[], often: number): number[] {
  const isAmongLone = judgeIn(counts);
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

/** Lines that are lone or often, up to the next other ones. */
interface Run {
  start: number;
  end: number;
}

/** Most lines to either side that are looked at. */
const window = 100;

function judgeIn(counts: readonly number[]): (at: number, run: Run) => boolean {
  const loneUpTo = new Uint32Array(counts.length + 1);
  for (const [at, count] of counts.entries()) loneUpTo[at + 1] = loneUpTo[at]! + (count === 0 ? 1 : 0);
  return (at, { start, end }) => {
    const [from, to] = [Math.max(start, at - window), Math.min(end, at + window + 1)];
    const [above, below] = [loneUpTo[at]! - loneUpTo[from]!, loneUpTo[to]! - loneUpTo[at]!];
    // The line itself counts twice, as in git.
    return above > 0 && below > 0 && 4 * (above + below) > 3 * (to - from + 1);
  };
}
