import { statSync } from 'node:fs';
import { join } from 'node:path';
import { runDocgraph } from './command.mjs';
import { medianAndRange } from './compare.mjs';
import { withNewDatabases } from './fairness/databases.mjs';
import { seedLargeOrganization } from './large-organization.mjs';
import { load } from './load.mjs';
import { range, reportTarget } from './report.mjs';
import { startServer } from './serve.mjs';
import { withFolder } from './world.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const maxMegabytes = 400;

/** Commands to measure, each with its target: the maximum number of seconds. */
const commands = [
  { name: 'export', mostSeconds: 30, run: exportTo },
  { name: 'import', mostSeconds: 60, run: importFrom },
];

/**
 * Exports an organization of 2,000 pages and 500 change requests, and imports the archive with new ids. Does both on
 * each database, alone and beside a server that answers 24 connections.
 */
export default function archives() {
  return withNewDatabases(async (newDatabase) => {
    for (const kind of ['sqlite', 'postgresql']) await withFolder((folder) => onDatabase(kind, newDatabase, folder));
  });
}

async function onDatabase(kind, newDatabase, folder) {
  const url = await newDatabase(kind);
  const world = await seedLargeOrganization(url);
  const archive = { file: join(folder, 'bench.tar'), url, organization: world.organization };
  const { rows, bytes } = await exportTo(archive);
  console.log(`  ${kind}: ${rows} rows, ${(bytes / 2 ** 20).toFixed(1)} MiB`);
  for (const command of commands) await measure(command, world, archive);
}

async function measure({ name, mostSeconds, run }, world, archive) {
  const repeatRun = () => repeat(() => run(archive));
  const alone = await repeatRun();
  const server = await startServer('docgraph', { url: archive.url });
  const loaded = { port: server.port, request: requests(world) };
  const quiet = await load(loaded, { seconds: 5 });
  const busy = await runUnderLoad(loaded, repeatRun);
  await server.stop();
  for (const [place, results] of Object.entries({ alone, 'beside a server under load': busy.result })) {
    const [seconds, memory] = ['seconds', 'peakMemory'].map((key) => medianAndRange(results.map((one) => one[key])));
    console.log(`  ${name} ${place}: ${range(seconds)} s, peak memory ${range(memory, 0)} MB`);
  }
  console.log(`  requests/s without an ${name} ${quiet.rate.toFixed(0)}, with it ${busy.rates.join(', ')}`);
  const all = [...alone, ...busy.result];
  reportTarget(
    `at most ${mostSeconds} s`,
    all.every(({ seconds }) => seconds <= mostSeconds),
  );
  reportTarget(
    `below ${maxMegabytes} MB`,
    all.every(({ peakMemory }) => peakMemory < maxMegabytes),
  );
}

async function exportTo({ file, url, organization }) {
  const written = await runDocgraph(['org', 'export', organization, file, '--json'], url);
  if (statSync(file).size !== written.bytes) throw new Error(`${file} has not the size that was printed`);
  return written;
}

function importFrom({ file, url }) {
  return runDocgraph(['org', 'import', file, '--new-ids', '--json'], url);
}

async function repeat(run) {
  const results = [];
  for (let round = 0; round < rounds; round++) results.push(await run());
  if (new Set(results.map(({ sha256 }) => sha256)).size > 1) throw new Error('Two exports of one state differ');
  return results;
}

/** Runs a function while a server is under load. Returns its result, and the number of requests in each second. */
async function runUnderLoad(loaded, run) {
  const rates = [];
  let isDone = false;
  const running = run().finally(() => {
    isDone = true;
  });
  while (!isDone) rates.push((await load(loaded, { seconds: 1 })).rate.toFixed(0));
  return { result: await running, rates };
}

function requests({ token, space }) {
  const headers = { authorization: `Bearer ${token}` };
  const read = (path) => ({ method: 'GET', path: `/v1/spaces/${space}${path}`, headers });
  return [read(''), read('/change-requests?limit=20'), read('/content/path/folder-3/page-151')];
}
