import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect } from 'vitest';

/**
 * Measures until a measurement is within its bounds, five times at most, and answers the last. Whatever else runs at the
 * same time only adds to what is measured: other processes, and the collector and the compiler of one that many files share.
 */
export async function measured<Measurement>(
  measure: (run: number) => Measurement | Promise<Measurement>,
  isWithin: (measurement: Measurement) => boolean,
): Promise<Measurement> {
  for (let run = 0; ; run++) {
    const measurement = await measure(run);
    if (isWithin(measurement) || run === 4) return measurement;
  }
}

/** Seconds of CPU that the reference takes on the machine that bounds are stated for: that of facts.md. */
const referenceSeconds = 0.2;

/** Work of a library that is of the kind of ours: it makes many small objects of a text. */
const reference = Array.from(
  { length: 1500 },
  (_, index) => `Paragraph ${index} with *emphasis*, \`code\` and [a link](page-${index}.md).`,
).join('\n\n');

/** How many times longer things take here and now than on the machine that bounds are stated for; 1 where not longer. */
export function slowness(): number {
  const taken = Array.from({ length: 3 }, () => {
    const start = cpuTime();
    fromMarkdown(reference);
    return cpuTime() - start;
  });
  return Math.max(1, Math.min(...taken) / referenceSeconds);
}

/**
 * Expects work to take less than so many seconds of CPU of the machine that bounds are stated for; on a slower one, as many
 * times more as the reference takes there. Those on the clock would be other processes' too. Work that is done again is told how often it was done before, so that it can ask for something else where answers are remembered.
 * Answers what the last run answered.
 */
export async function withinCpu<Result>(seconds: number, work: (run: number) => Result): Promise<Awaited<Result>> {
  return within(seconds, { work, now: cpuTime, slowness });
}

/** The same in seconds on the clock, where waiting is what is to be short. */
export async function withinTime<Result>(seconds: number, work: (run: number) => Result): Promise<Awaited<Result>> {
  return within(seconds, { work, now: () => performance.now() / 1000, slowness: () => 1 });
}

interface Timed<Result> {
  work(run: number): Result;
  /** Seconds on the clock that counts. */
  now(): number;
  slowness(): number;
}

async function within<Result>(
  seconds: number,
  { work, now, slowness: times }: Timed<Result>,
): Promise<Awaited<Result>> {
  const time = async (run: number) => {
    const start = now();
    const result = await work(run);
    const taken = now() - start;
    return { result, taken, limit: taken < seconds ? seconds : seconds * times() };
  };
  const { result, taken, limit } = await measured(time, (one) => one.taken < one.limit);
  expect(taken, 'seconds that it took, each time').toBeLessThan(limit);
  return result;
}

/** Seconds of CPU that this process has used. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
