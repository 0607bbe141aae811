import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureAlternating } from './compare.mjs';
import { saturate } from './mix/load.mjs';
import { fillMix } from './mix/world.mjs';
import { reportTarget } from './report.mjs';
import { startServer } from './serve.mjs';
import { withFolder } from './world.mjs';

/** Minimum number of pairs of rounds. */
const pairs = 60;

/** Number of operations in a round. It is fixed, so that other load on the machine does not change the operations. */
const operations = 500;

/** Number of rounds per scrape. Scrapes are more frequent than Prometheus's at a 15-second interval. */
const roundsPerScrape = 5;

/** Token that the scrapes send. */
const token = 'benchmark-of-metrics';

const first = Number(process.env.BENCH_SEED ?? 1);

/**
 * Measures what metrics cost. Two servers on copies of one SQLite file get the load of `mix` in turn. Both rounds of a
 * pair run the same operations. One server counts requests, and is scraped. Prints how much more CPU time an operation
 * takes on that server: the median of all pairs, with its 90 % interval.
 */
export default async function metrics() {
  await withFolder(async (folder) => {
    const path = join(folder, 'mix.db');
    const organizations = await fillMix(`file:${path}`);
    const start = async (name, measured) => {
      const file = join(folder, `${name}.db`);
      copyFileSync(path, file);
      let seeds = first;
      const server = await startServer('docgraph', {
        url: `file:${file}`,
        env: { SLOW_OPERATION_MS: 'off', ...(measured && { METRICS_TOKEN: token }) },
      });
      const side = { ...server, organizations, seed: () => seeds++ };
      return { ...side, load: measured ? scrapedLoad(side) : () => runRound(side) };
    };
    const sides = [await start('on', true), await start('off', false)];
    try {
      for (const side of sides) await saturate(side, { seconds: 120, atMost: 4_000 });
      const rounds = await measureAlternating(sides, pairs);
      report(rounds.map(([on, off]) => off.perCpuSecond / on.perCpuSecond));
    } finally {
      await Promise.all(sides.map((side) => side.stop()));
    }
  });
}

const runRound = (server) => saturate(server, { seconds: 120, atMost: operations });

/** Returns a function that runs a round, and scrapes the server in some rounds. */
function scrapedLoad(server) {
  let round = 0;
  return async () => {
    const scraped = round++ % roundsPerScrape === 0 ? scrape(server) : undefined;
    const [measured] = await Promise.all([runRound(server), scraped]);
    return measured;
  };
}

async function scrape({ port }) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  if (answer.status !== 200) throw new Error(`The metrics have the status ${answer.status}`);
  await answer.text();
}

/**
 * Prints the median of ratios as a percentage. The bounds of its 90 % interval are two of the sorted ratios, so
 * outliers do not widen it.
 */
function report(ratios) {
  const sorted = ratios.toSorted((left, right) => left - right);
  const middle = (sorted.length - 1) / 2;
  const margin = 1.645 * (Math.sqrt(sorted.length) / 2);
  const percent = (position) => ((sorted[position] - 1) * 100).toFixed(1);
  const median = percent(Math.round(middle));
  const interval = `${percent(Math.floor(middle - margin))} to ${percent(Math.ceil(middle + margin))} %`;
  console.log(`  CPU per operation with metrics: ${median} % more (${interval}, ${sorted.length} pairs)`);
  reportTarget('below 2 %', Number(median) < 2);
}
