import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureAlternating } from './compare.mjs';
import { saturate } from './mix/load.mjs';
import { fillMix } from './mix/world.mjs';
import { startServer } from './serve.mjs';
import { withFolder } from './world.mjs';

/** Minimum number of rounds. */
const pairs = 60;

/** Number of operations in a round. It is fixed, so that other load on the machine does not change the operations. */
const operations = 500;

const first = Number(process.env.BENCH_SEED ?? 1);

/**
 * Measures what settings cost. Servers on copies of one SQLite file get the load of `mix` in turn, the same operations
 * in each round. The first server is the baseline. Prints how much more CPU time an operation takes on each other one:
 * the median of all rounds, with its 90 % interval.
 * @param settings name and environment of each server; `around` wraps its rounds
 * @returns the median of each server except the first one, in percent
 */
export function measureAddedCpu(settings) {
  return withFolder(async (folder) => {
    const path = join(folder, 'mix.db');
    const organizations = await fillMix(`file:${path}`);
    const sides = await Promise.all(
      settings.map((setting, index) => startSide(setting, { path, index, organizations })),
    );
    try {
      for (const side of sides) await saturate(side, { seconds: 120, atMost: 4_000 });
      const rounds = await measureAlternating(sides, pairs);
      return sides.slice(1).map(({ name }, index) =>
        reportAdded(
          name,
          rounds.map((round) => round[0].perCpuSecond / round[index + 1].perCpuSecond),
        ),
      );
    } finally {
      await Promise.all(sides.map((side) => side.stop()));
    }
  });
}

async function startSide({ name, env, around = (_server, run) => run() }, { path, index, organizations }) {
  const file = `${path}.${index}`;
  copyFileSync(path, file);
  let seeds = first;
  const server = await startServer('docgraph', { url: `file:${file}`, env: { SLOW_OPERATION_MS: 'off', ...env } });
  const side = { ...server, name, organizations, seed: () => seeds++ };
  return { ...side, load: () => around(side, () => saturate(side, { seconds: 120, atMost: operations })) };
}

/**
 * Prints the median of ratios as a percentage, and returns it. The bounds of its 90 % interval are two of the sorted
 * ratios, so outliers do not widen it.
 */
function reportAdded(name, ratios) {
  const sorted = ratios.toSorted((left, right) => left - right);
  const middle = (sorted.length - 1) / 2;
  const margin = 1.645 * (Math.sqrt(sorted.length) / 2);
  const percent = (position) => ((sorted[position] - 1) * 100).toFixed(1);
  const median = percent(Math.round(middle));
  const interval = `${percent(Math.floor(middle - margin))} to ${percent(Math.ceil(middle + margin))} %`;
  console.log(`  ${name}: ${median} % more CPU time per operation (${interval}, ${sorted.length} rounds)`);
  return Number(median);
}
