import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startPostgres } from '../scripts/postgres.mjs';
import { prepareCheckout } from './checkout.mjs';
import { compare } from './compare.mjs';
import { percentile } from './load.mjs';
import { openLoop, saturate } from './mix/load.mjs';
import { fillMix } from './mix/world.mjs';
import { reportComparison } from './report.mjs';
import { startServer } from './serve.mjs';
import { withFolder } from './world.mjs';

/** Rates of new operations, as shares of the saturation rate. */
const levels = [0.25, 0.5, 0.75];

/** How many seconds each rate is measured. */
const seconds = Number(process.env.BENCH_SECONDS ?? 2) * 5;

const first = Number(process.env.BENCH_SEED ?? 1);

/**
 * Measures the typical load of a management API on both databases: 200 tokens of 20 organizations, GraphQL reads,
 * lists, small writes, merges, jobs and subscriptions. Prints the saturation rate, compared to BENCH_BASE if it is set,
 * and the latency at lower rates.
 */
export default async function mix() {
  await withFolder(async (folder) => {
    const path = join(folder, 'mix.db');
    const organizations = await fillMix(`file:${path}`);
    let copies = 0;
    const copy = async () => {
      const file = join(folder, `copy-${++copies}.db`);
      copyFileSync(path, file);
      return `file:${file}`;
    };
    await onDatabase('SQLite', { organizations, copy });
  });
  const postgres = await startPostgres();
  try {
    const organizations = await fillMix(await postgres.createDatabase('mix'));
    let copies = 0;
    await onDatabase('Postgres', { organizations, copy: () => postgres.createDatabase(`copy_${++copies}`, 'mix') });
  } finally {
    await postgres.stop();
  }
}

async function onDatabase(name, { organizations, copy }) {
  console.log(`  ${name}`);
  let seeds = first;
  const seed = () => seeds++;
  const start = async (env) => ({
    ...(await startServer('docgraph', { url: await copy(), jobs: true, counted: true }, env)),
    organizations,
    seed,
    load: saturate,
  });
  const ours = await start();
  const base = await startBase(start);
  try {
    for (const side of [ours, base].filter(Boolean)) await saturate(side, { seconds: 10, atMost: 3_000 });
    if (base) reportComparison(await compare(ours, base), { against: base.name, target: 0.9 });
    const { rate } = await saturate(ours, { seconds });
    console.log(`  saturation ${rate.toFixed(0)} operations/s`);
    for (const level of levels) await reportLevel(ours, { level, rate: rate * level });
    console.log(`  holds ${ours.megabytes().toFixed(0)} MB`);
  } finally {
    await Promise.all([ours.stop(), base?.stop()]);
  }
}

async function startBase(start) {
  if (!process.env.BENCH_BASE) return undefined;
  const { name, folder } = await prepareCheckout(process.env.BENCH_BASE);
  const { compiledModules } = await import(pathToFileURL(join(folder, 'scripts/compiled.mjs')).href);
  return { ...(await start({ DOCGRAPH_MODULES: compiledModules() })), name };
}

async function reportLevel(server, { level, rate }) {
  const [cpu, counts] = [await server.cpuSeconds(), await server.counts()];
  const taken = await openLoop(server, { rate, seconds });
  const used = (await server.cpuSeconds()) - cpu;
  const { batches, statements } = await server.counts();
  const all = [...taken.values()].flat();
  const perThousand = ((used / all.length) * 1000).toFixed(2);
  const perOperation = ((batches - counts.batches + statements - counts.statements) / all.length).toFixed(1);
  console.log(
    `  at ${level * 100} % (${rate.toFixed(0)}/s): ${quantiles(all)}; ${perThousand} s of CPU per 1,000 operations, ${perOperation} statements each`,
  );
  const kinds = new Map();
  for (const [name, times] of taken) {
    const [kind] = name.split(' ');
    kinds.set(kind, [...(kinds.get(kind) ?? []), ...times]);
  }
  for (const [kind, times] of kinds) console.log(`    ${kind}: ${quantiles(times)}`);
}

function quantiles(times) {
  return `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`;
}
