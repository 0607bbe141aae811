import { performance } from 'node:perf_hooks';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { expect } from 'vitest';

/** What work takes, or may take at most. */
export interface Cost {
  /** Seconds of CPU; as a bound, of the machine that bounds are stated for. */
  cpu: number;
  /** Seconds on the clock: where waiting is what is to be short. */
  clock: number;
  /** Megabytes of buffers beyond what there was before. */
  megabytes: number;
  /** Share of the time that the main thread was busy, from 0 to 1. */
  busy: number;
}

/** Whether this run holds work against its bounds: `npm run soak` does. */
export const holdsBounds = process.env.DOCGRAPH_BOUNDS === '1';

/**
 * Does work that has bounds, and answers its result. In the suite that is all: the work is done once and judged by its
 * result, whatever else the machine does; what never ends is ended by the watchdog. Where `npm run soak` runs, it is held
 * against its bounds too: five times at most, since others only add to what is measured. Work is told how often it was
 * done before, so that it can ask for something else where answers are remembered; `costOf` tells what it took where
 * that was not in this process.
 */
export async function withinBounds<Result>(
  bounds: Partial<Cost>,
  work: (run: number) => Result,
  costOf: (result: Awaited<Result>) => Partial<Cost> = () => ({}),
): Promise<Awaited<Result>> {
  if (!holdsBounds) return await work(0);
  for (let run = 0; ; run++) {
    const taken = meter();
    const result = await work(run);
    const cost = { ...taken(), ...costOf(result) };
    const beyond = beyondOf(cost, bounds);
    if (beyond.length > 0 && run < 4) continue;
    expect(beyond, 'what it took more of than it may, each time').toEqual([]);
    return result;
  }
}

/** Starts to measure this process; what is answered tells what it took since. */
function meter(): () => Cost {
  const [cpu, clock, buffers] = [cpuTime(), performance.now(), process.memoryUsage().arrayBuffers];
  const loop = performance.eventLoopUtilization();
  return () => ({
    cpu: cpuTime() - cpu,
    clock: (performance.now() - clock) / 1000,
    megabytes: (process.memoryUsage().arrayBuffers - buffers) / 1e6,
    busy: performance.eventLoopUtilization(loop).utilization,
  });
}

/** The bounds that are not held, with what was taken. */
function beyondOf(cost: Cost, bounds: Partial<Cost>): string[] {
  const names = Object.keys(bounds) as (keyof Cost)[];
  const exceeded = names.filter((name) => cost[name] >= bounds[name]!);
  const broken = exceeded.filter((name) => name !== 'cpu' || cost.cpu >= bounds.cpu! * slowness());
  return broken.map((name) => `${name}: ${cost[name]}, which may be ${bounds[name]}`);
}

/** Seconds of CPU that the reference takes on the machine that bounds are stated for. */
const referenceSeconds = 0.2;

/** Work of a library that is of the kind of ours: it makes many small objects of a text. */
const reference = Array.from(
  { length: 1500 },
  (_, index) => `Paragraph ${index} with *emphasis*, \`code\` and [a link](page-${index}.md).`,
).join('\n\n');

/** How many times longer things take here and now than on the machine that bounds are stated for; 1 where not longer. */
function slowness(): number {
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
