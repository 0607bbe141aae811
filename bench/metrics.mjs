import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureAlternating } from './compare.mjs';
import { saturate } from './mix/load.mjs';
import { fillMix } from './mix/world.mjs';
import { reportTarget } from './report.mjs';
import { startServer } from './serve.mjs';
import { withFolder } from './world.mjs';

/** Minimum number of pairs of rounds. */
const pairs = 20;

/** 95th percentile of Student's t with 19 degrees of freedom, for a 90 % interval. More pairs make it smaller. */
const t = 1.729;

const first = Number(process.env.BENCH_SEED ?? 1);

/**
 * Measures what metrics cost. Two servers on copies of one SQLite file get the load of `mix` in turn, with equal
 * operations in each pair. One of them counts requests, and is scraped once a round. Prints how much more CPU time an
 * operation takes there, with its 90 % interval.
 */
export default async function metrics() {
  await withFolder(async (folder) => {
    const path = join(folder, 'mix.db');
    const organizations = await fillMix(`file:${path}`);
    const start = async (name, measured) => {
      const file = join(folder, `${name}.db`);
      copyFileSync(path, file);
      let seeds = first;
      const server = await startServer('docgraph', { url: `file:${file}`, measured });
      return { ...server, organizations, seed: () => seeds++, load: measured ? saturateAndScrape : saturate };
    };
    const sides = [await start('on', true), await start('off', false)];
    try {
      const rounds = await measureAlternating(sides, pairs);
      report(rounds.map(([on, off]) => Math.log(off.perCpuSecond / on.perCpuSecond)));
    } finally {
      await Promise.all(sides.map((side) => side.stop()));
    }
  });
}

async function saturateAndScrape(server, options) {
  const headers = { authorization: 'Bearer benchmark-of-metrics' };
  const scraped = fetch(`http://127.0.0.1:${server.port}/metrics`, { headers }).then((answer) => {
    if (answer.status !== 200) throw new Error(`The metrics have the status ${answer.status}`);
    return answer.text();
  });
  const [measured] = await Promise.all([saturate(server, options), scraped]);
  return measured;
}

/** Prints the mean of logarithms of ratios as a percentage, with its 90 % interval. */
function report(logs) {
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
  const margin = t * Math.sqrt(variance / logs.length);
  const [low, middle, high] = [mean - margin, mean, mean + margin].map((log) => ((Math.exp(log) - 1) * 100).toFixed(1));
  console.log(`  CPU per operation with metrics: ${middle} % more (${low} to ${high} %, ${logs.length} pairs)`);
  reportTarget('below 2 %', Number(middle) < 2);
}
