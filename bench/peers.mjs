import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareCheckout } from './checkout.mjs';
import { withDatabases } from './peers/databases.mjs';
import { growth, runGrowth } from './peers/growth.mjs';
import { installPeers, newerNode } from './peers/install.mjs';
import { memory, runMemory } from './peers/memory.mjs';
import { reads } from './peers/reads.mjs';
import { writeResults } from './peers/results.mjs';
import { runRead } from './peers/run-read.mjs';
import { printTable } from './peers/table.mjs';
import { runWrites, writes } from './peers/writes.mjs';

/**
 * Kinds of measurements: the names of their rows, their databases, and the function that measures a row. Measurements
 * that write come last.
 */
const kinds = [
  ...reads.map((read) => ({
    name: read.name,
    on: Object.keys(read.on),
    run: (kind, bench) => runRead(read, kind, bench),
  })),
  { ...growth, run: runGrowth },
  { ...memory, run: runMemory },
  { ...writes, run: runWrites },
];

/**
 * Compares docgraph with other servers (peers), and with the previous release if BENCH_BASE names it. The data are 200
 * spaces and 2,000 change requests of one organization, and the large corpus, on both databases.
 * @param asked names of the rows to measure; if empty, all rows are measured
 */
export default async function peers(asked = []) {
  const names = kinds.map(({ name }) => name);
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`No row named ${unknown.join(', ')}; there are ${names.join(', ')}`);
    process.exit(2);
  }
  const wanted = kinds.filter(({ name }) => asked.length === 0 || asked.includes(name));
  const packages = installPeers();
  const before = await releaseBefore();
  const measured = [];
  await withDatabases(before, async (databases) => {
    const bench = { databases, packages, node: newerNode(packages), before };
    for (const row of wanted) for (const kind of row.on) measured.push(await measureRow(row, kind, bench));
  });
  const rows = measured.flat().filter(Boolean);
  printTable(rows, before?.name);
  if (process.env.BENCH_RESULTS) writeResults(process.env.BENCH_RESULTS, rows);
}

/**
 * Measures a row and returns its line of the table. If a row fails, the failure is reported and the other rows are
 * still measured; then the run fails.
 */
async function measureRow({ name, run }, kind, bench) {
  try {
    return await run(kind, bench);
  } catch (error) {
    console.error(`  ${name} on ${kind}: FAILED: ${error.message}`);
    process.exitCode = 1;
    return undefined;
  }
}

/** Returns the name and modules of the previous release, the value of BENCH_BASE. */
async function releaseBefore() {
  if (!process.env.BENCH_BASE) return undefined;
  const { name, folder } = await prepareCheckout(process.env.BENCH_BASE);
  const { compiledModules } = await import(pathToFileURL(join(folder, 'scripts/compiled.mjs')).href);
  return { name, modules: compiledModules() };
}
