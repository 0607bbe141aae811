import { createHash, randomFillSync } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { runDocgraph } from './command.mjs';
import { load } from './dist.mjs';
import { withNewDatabases } from './fairness/databases.mjs';
import { percentile } from './load.mjs';
import { openLoop } from './mix/load.mjs';
import { fillMix } from './mix/world.mjs';
import { reportTarget } from './report.mjs';
import { startServer } from './serve.mjs';
import { withFolder, withStore } from './world.mjs';

/** Bytes of the files in the database. */
const totalBytes = Number(process.env.BENCH_MEGABYTES ?? 2048) * 2 ** 20;

/** Sizes of the files, in bytes, in turn. */
const fileSizes = [64, 256, 512, 1024, 4096].map((kilobytes) => kilobytes * 1024);

/** Operations per second of the load on the server, about a fifth of what it can serve. */
const rate = Number(process.env.BENCH_RATE ?? 60);

const maxMegabytes = 300;

/**
 * Backs up a database with 2 GB of files while its server is under load, on each database. Restores the backup into a
 * new database. Prints the speeds beside that of the disk, the peak memory of both commands, and the p99 of the server
 * without and with a backup.
 */
export default function backup() {
  return withNewDatabases(async (newDatabase) => {
    for (const kind of ['sqlite', 'postgresql']) await withFolder((folder) => onDatabase(kind, newDatabase, folder));
  });
}

async function onDatabase(kind, newDatabase, folder) {
  const url = await newDatabase(kind);
  const organizations = await fillMix(url);
  await withStore(url, (store) => addFiles(store, organizations[0].id));
  const disk = diskSpeed(folder);
  console.log(`  ${kind}: the disk writes ${disk.toFixed(0)} MB/s`);
  const { location, quiet, busy, ...saved } = await backUpUnderLoad({ url, organizations, folder });
  reportCommand('backup', saved, disk);
  console.log(`  p99 of the server ${quiet.toFixed(0)} ms, during the backup ${busy.toFixed(0)} ms`);
  reportTarget('p99 at most twice', busy <= 2 * quiet);
  const target = await newDatabase(kind);
  reportCommand('restore', await runDocgraph(['restore', location, '--json'], target), disk);
}

async function backUpUnderLoad({ url, organizations, folder }) {
  let seeds = Number(process.env.BENCH_SEED ?? 1);
  const server = await startServer('docgraph', { url });
  const loaded = { port: server.port, organizations, seed: () => seeds++ };
  try {
    await openLoop(loaded, { rate, seconds: 10 });
    const quiet = p99(await openLoop(loaded, { rate, seconds: 20 }));
    const running = runDocgraph(['backup', folder, '--json'], url);
    const latencies = [];
    let isDone = false;
    const ended = running.finally(() => {
      isDone = true;
    });
    while (!isDone) latencies.push(await openLoop(loaded, { rate, seconds: 2 }));
    return { ...(await ended), quiet, busy: p99(new Map(latencies.flatMap((taken, at) => entriesOf(taken, at)))) };
  } finally {
    await server.stop();
  }
}

const entriesOf = (taken, at) => [...taken].map(([name, times]) => [`${at} ${name}`, times]);

function p99(taken) {
  return percentile([...taken.values()].flat(), 0.99);
}

/** Stores random files, 16 MiB in a transaction. */
async function addFiles(store, organizationId) {
  const { storeBlobs } = await load('modules/content/revisions/store-content.js');
  for (let [stored, number] = [0, 0]; stored < totalBytes; ) {
    const blobs = new Map();
    for (let size = 0; size < 2 ** 24 && stored < totalBytes; number++) {
      const bytes = randomFillSync(Buffer.allocUnsafe(fileSizes[number % fileSizes.length]));
      blobs.set(createHash('sha256').update(bytes).digest('hex'), bytes);
      size += bytes.length;
      stored += bytes.length;
    }
    await store.transaction((tx) => storeBlobs(tx, { organizationId, storedAt: new Date() }, blobs));
  }
}

/** Returns the speed of sequential writes with a final fsync, in MB/s. */
function diskSpeed(folder) {
  const path = join(folder, 'speed');
  const chunk = randomFillSync(Buffer.allocUnsafe(2 ** 23));
  const start = performance.now();
  const file = openSync(path, 'w');
  for (let written = 0; written < totalBytes; written += chunk.length) writeSync(file, chunk);
  fsyncSync(file);
  closeSync(file);
  const seconds = (performance.now() - start) / 1000;
  rmSync(path);
  return totalBytes / 1e6 / seconds;
}

function reportCommand(name, { seconds, peakMemory }, disk) {
  const speed = totalBytes / 1e6 / seconds;
  console.log(
    `  ${name}: ${seconds.toFixed(1)} s, ${speed.toFixed(0)} MB/s (${(speed / disk).toFixed(2)} of the disk), peak memory ${peakMemory.toFixed(0)} MB`,
  );
  reportTarget(`${name} at half of the disk's speed`, speed >= disk / 2);
  reportTarget(`${name} below ${maxMegabytes} MB`, peakMemory < maxMegabytes);
}
