import { performance } from 'node:perf_hooks';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect } from 'vitest';

/** Resources that a computation uses, or the maximum that it may use. */
export interface Cost {
  /** Seconds of CPU. Limits apply to a reference machine. */
  cpu: number;
  /** Seconds of elapsed time, for computations whose waiting time must be short. */
  clock: number;
  /** Megabytes of buffers in addition to those before the work. */
  megabytes: number;
  /** Share of the time that the main thread was busy, from 0 to 1. */
  busy: number;
}

/** Whether this run checks work against its bounds, as `npm run soak` does. */
export const holdsBounds = process.env.DOCGRAPH_BOUNDS === '1';

/**
 * Runs a computation that has resource limits, and returns its result. The test suite runs it once without measuring,
 * because other load changes the cost. The watchdog ends a computation that never ends. `npm run soak` checks the
 * limits.
 * It tries up to five times, because other load only adds to the measured cost.
 * @param work gets the number of earlier runs, so that it can avoid cached responses
 * @param costOf returns the cost of work outside of this process
 */
export async function withinBounds<Result>(
  bounds: Partial<Cost>,
  work: (run: number) => Result,
  costOf: (result: Awaited<Result>) => Partial<Cost> = () => ({}),
): Promise<Awaited<Result>> {
  if (!holdsBounds) return await work(0);
  for (let run = 0; ; run++) {
    const taken = startMeasuring();
    const result = await work(run);
    const cost = { ...taken(), ...costOf(result) };
    const beyond = exceededBounds(cost, bounds);
    if (beyond.length > 0 && run < 4) continue;
    expect(beyond, 'what it took more of than it may, each time').toEqual([]);
    return result;
  }
}

/** Starts to measure this process. Returns a function that returns the cost since the start. */
function startMeasuring(): () => Cost {
  const [cpu, clock, buffers] = [cpuTime(), performance.now(), process.memoryUsage().arrayBuffers];
  const loop = performance.eventLoopUtilization();
  return () => ({
    cpu: cpuTime() - cpu,
    clock: (performance.now() - clock) / 1000,
    megabytes: (process.memoryUsage().arrayBuffers - buffers) / 1e6,
    busy: performance.eventLoopUtilization(loop).utilization,
  });
}

/** Returns the exceeded bounds, with the measured cost. */
function exceededBounds(cost: Cost, bounds: Partial<Cost>): string[] {
  const names = Object.keys(bounds) as (keyof Cost)[];
  const exceeded = names.filter((name) => cost[name] >= bounds[name]!);
  const broken = exceeded.filter((name) => name !== 'cpu' || cost.cpu >= bounds.cpu! * slowdownFactor());
  return broken.map((name) => `${name}: ${cost[name]}, which may be ${bounds[name]}`);
}

/** Seconds of CPU that `reference` takes on the machine that bounds are stated for. */
const referenceSeconds = 0.2;

/** Text that a library parses into many small objects, which is similar to our work. */
const reference = Array.from(
  { length: 1500 },
  (_, index) => `Paragraph ${index} with *emphasis*, \`code\` and [a link](page-${index}.md).`,
).join('\n\n');

/**
 * Returns how many times slower this machine is now than the reference machine of the bounds; 1 if it is not slower.
 */
function slowdownFactor(): number {
  const taken = Array.from({ length: 3 }, () => {
    const start = cpuTime();
    fromMarkdown(reference);
    return cpuTime() - start;
  });
  return Math.max(1, Math.min(...taken) / referenceSeconds);
}

/** Seconds of CPU that this process has used. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
