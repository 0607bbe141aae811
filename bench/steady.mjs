import { join } from 'node:path';
import { startPostgres } from '../scripts/postgres.mjs';
import { openLoop, saturate } from './mix/load.mjs';
import { fillMix } from './mix/world.mjs';
import { startServer } from './serve.mjs';
import { withFolder } from './world.mjs';

/** How many minutes each database is measured; the first third is not compared. */
const minutes = Number(process.env.BENCH_MINUTES ?? 30);

/** Rate of new operations, as a share of the saturation rate; BENCH_RATE is a fixed rate per second instead. */
const level = 0.5;

/** Maximum ratio of the memory in the last third to that in the second third. */
const target = 1.05;

/**
 * Runs the load of the benchmark `mix` at half of its saturation rate for many minutes, on each database. Prints the
 * memory of the server every minute, and whether it is flat after the first third. Any error ends the benchmark.
 */
export default async function steady() {
  await withFolder(async (folder) => {
    const url = `file:${join(folder, 'steady.db')}`;
    await onDatabase('SQLite', { url, organizations: await fillMix(url) });
  });
  const postgres = await startPostgres();
  try {
    const url = await postgres.createDatabase('steady');
    await onDatabase('Postgres', { url, organizations: await fillMix(url) });
  } finally {
    await postgres.stop();
  }
}

async function onDatabase(name, { url, organizations }) {
  let seeds = Number(process.env.BENCH_SEED ?? 1);
  const server = await startServer('docgraph', { url, jobs: true });
  const load = { port: server.port, organizations, seed: () => seeds++ };
  try {
    const saturation = await saturate(load, { seconds: 10 });
    const rate = Number(process.env.BENCH_RATE ?? saturation.rate * level);
    const megabytes = [];
    let operations = 0;
    for (let minute = 1; minute <= minutes; minute++) {
      const taken = await openLoop(load, { rate, seconds: 60 });
      operations += [...taken.values()].flat().length;
      megabytes.push(server.megabytes());
    }
    report(name, { megabytes, operations, rate });
  } finally {
    await server.stop();
  }
}

function report(name, { megabytes, operations, rate }) {
  const third = Math.floor(minutes / 3);
  const [second, last] = [megabytes.slice(third, 2 * third), megabytes.slice(2 * third)].map(median);
  const ratio = last / second;
  console.log(`  ${name}: ${operations} operations in ${minutes} minutes (${rate.toFixed(0)}/s) without an error`);
  console.log(`  MB by minute: ${megabytes.map((size) => size.toFixed(0)).join(' ')}`);
  console.log(
    `  last third beside the second: ${ratio.toFixed(3)}, target at most ${target}: ${ratio <= target ? 'met' : 'MISSED'}`,
  );
}

function median(values) {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];
}
