/**
 * Creates a function that bounds the lines of the log about one subject, so that an overloaded process spends no time on
 * thousands of them. It takes the present time in milliseconds. It returns null if the line must be omitted, otherwise
 * the number of lines that were omitted since the last one.
 */
export function createLogLimiter(linesPerSecond: number): (now: number) => number | null {
  let [second, lines, omitted] = [Number.NaN, 0, 0];
  return (now) => {
    const thisSecond = Math.floor(now / 1000);
    if (thisSecond !== second) [second, lines] = [thisSecond, 0];
    if (lines === linesPerSecond) {
      omitted += 1;
      return null;
    }
    lines += 1;
    const before = omitted;
    omitted = 0;
    return before;
  };
}
