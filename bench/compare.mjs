import { requestsPerSecond } from './load.mjs';

/** Rounds of each side; the sides take turns, so that whatever else the machine does hits both. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const seconds = Number(process.env.BENCH_SECONDS ?? 2);

/**
 * Measures two servers in turns. Each side is `{ port, request, cpuSeconds }`. Answers the ratio of requests per second
 * and the ratio of requests per second of the server's own CPU, which no limit of the client can flatter.
 */
export async function compare(ours, baseline) {
  for (const side of [ours, baseline]) await requestsPerSecond(side, { seconds });
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    const sides = round % 2 === 0 ? [ours, baseline] : [baseline, ours];
    const measured = new Map();
    for (const side of sides) measured.set(side, await measure(side));
    pairs.push({ ours: measured.get(ours), baseline: measured.get(baseline) });
  }
  const summary = (of) => spread(pairs.map((pair) => of(pair)));
  return {
    ours: summary((pair) => pair.ours.rate),
    baseline: summary((pair) => pair.baseline.rate),
    ratio: summary((pair) => pair.ours.rate / pair.baseline.rate),
    cpuRatio: summary((pair) => pair.ours.perCpuSecond / pair.baseline.perCpuSecond),
  };
}

/** Median and range of some numbers. */
export function spread(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return { median: sorted[Math.floor(sorted.length / 2)], lowest: sorted[0], highest: sorted.at(-1) };
}

async function measure(side) {
  const before = await side.cpuSeconds();
  const rate = await requestsPerSecond(side, { seconds });
  const cpu = (await side.cpuSeconds()) - before;
  return { rate, perCpuSecond: (rate * seconds) / cpu };
}
