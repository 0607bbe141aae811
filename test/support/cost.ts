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

/**
 * Expects work to take less than so many seconds of CPU: those on the clock would be other processes' too. Work that is
 * done again is told how often it was done before, so that it can ask for something else where answers are remembered.
 * Answers what the last run answered.
 */
export async function withinCpu<Result>(seconds: number, work: (run: number) => Result): Promise<Awaited<Result>> {
  return within(seconds, { work, now: cpuTime });
}

/** The same in seconds on the clock, where waiting is what is to be short. */
export async function withinTime<Result>(seconds: number, work: (run: number) => Result): Promise<Awaited<Result>> {
  return within(seconds, { work, now: () => performance.now() / 1000 });
}

interface Timed<Result> {
  work(run: number): Result;
  /** Seconds on the clock that counts. */
  now(): number;
}

async function within<Result>(seconds: number, { work, now }: Timed<Result>): Promise<Awaited<Result>> {
  const time = async (run: number) => {
    const start = now();
    const result = await work(run);
    return { result, taken: now() - start };
  };
  const { result, taken } = await measured(time, (one) => one.taken < seconds);
  expect(taken, 'seconds that it took, each time').toBeLessThan(seconds);
  return result;
}

/** Seconds of CPU that this process has used. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
