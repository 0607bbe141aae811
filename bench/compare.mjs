import { load } from './load.mjs';
import { seededRandom } from './seeded-random.mjs';

/** Number of rounds per side. The sides alternate, so that other load on the machine affects both. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const roll = seededRandom(Number(process.env.BENCH_SEED ?? 1));

/**
 * Measures two servers in alternating rounds. Each server is `{ port, request, cpuSeconds }`. Returns two ratios: of
 * requests per second, and of requests per second of the server's CPU time. The second ratio does not depend on the
 * speed of the client.
 */
export async function compare(ours, baseline) {
  const pairs = await measureAlternating([ours, baseline]);
  const summary = (of) => medianAndRange(pairs.map(([mine, theirs]) => of({ ours: mine, baseline: theirs })));
  return {
    ours: summary((pair) => pair.ours.rate),
    baseline: summary((pair) => pair.baseline.rate),
    ratio: summary((pair) => pair.ours.rate / pair.baseline.rate),
    cpuRatio: summary((pair) => pair.ours.perCpuSecond / pair.baseline.perCpuSecond),
  };
}

/**
 * Measures any number of servers in rounds, in random order within each round. Before that, each server has a warm-up
 * as long as a round. A server may have its own `load` function, which takes the server and `{ seconds }`. Returns the
 * rounds, each with `rate`, `p99` and `perCpuSecond` of every server.
 * @param atLeast minimum number of rounds
 */
export async function measureAlternating(sides, atLeast = 1) {
  for (const side of sides) await measure(side);
  const all = [];
  for (let round = 0; round < Math.max(rounds, atLeast); round++) {
    const measured = new Map();
    for (const side of shuffled(sides)) measured.set(side, await measure(side));
    all.push(sides.map((side) => measured.get(side)));
  }
  return all;
}

function shuffled(sides) {
  return sides
    .map((side) => [roll(), side])
    .sort(([left], [right]) => left - right)
    .map(([, side]) => side);
}

/** Returns the median and range of some numbers. */
export function medianAndRange(numbers) {
  const sorted = numbers.toSorted((left, right) => left - right);
  return { median: sorted[Math.floor(sorted.length / 2)], lowest: sorted[0], highest: sorted.at(-1) };
}

async function measure(side) {
  const before = await side.cpuSeconds();
  const start = performance.now();
  const { rate, p99 } = await (side.load ?? load)(side, { seconds });
  const took = (performance.now() - start) / 1000;
  const cpu = (await side.cpuSeconds()) - before;
  return { rate, p99, perCpuSecond: (rate * took) / cpu };
}
