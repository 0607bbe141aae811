import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { runMeasured } from './command.mjs';
import { medianAndRange } from './compare.mjs';
import { corpus, withCorpus } from './corpus.mjs';
import { dist } from './dist.mjs';
import { range, reportTarget } from './report.mjs';
import { seed, withFolder } from './world.mjs';

const rounds = 5;

/**
 * Compares `docgraph import` of the largest corpus into SQLite with a program that reads, hashes and inserts the same
 * files.
 */
export default function importing() {
  return withCorpus(compareImports);
}

async function compareImports() {
  const results = [];
  for (let round = 0; round < rounds; round++) results.push(await withFolder(measureBoth));
  const of = (measure) => medianAndRange(results.map(measure));
  const { pages } = results[0].ours;
  const rate = of(({ ours }) => ours.pages / ours.seconds);
  const memory = of(({ ours }) => ours.peakMemory);
  console.log(`  ours ${range(rate, 0)} pages/s (${pages} pages), peak memory ${range(memory, 0)} MB`);
  console.log(
    `  longest hold of the write lock (the last transaction) ${range(
      of(({ ours }) => ours.longestLock),
      0,
    )} ms`,
  );
  console.log(
    `  reading, hashing and inserting alone take ${range(of(({ ours, bare }) => bare.seconds / ours.seconds))} of the time`,
  );
  console.log(
    `  the same import again, nothing having changed, takes ${range(of(({ ours, repeated }) => repeated.seconds / ours.seconds))} of the time`,
  );
  reportTarget('at least 150 pages/s', rate.median >= 150);
  reportTarget('peak memory below 300 MB', memory.highest < 300);
}

async function measureBoth(folder) {
  const path = join(folder, 'bench.db');
  const { organization } = await seed(`file:${path}`);
  const args = ['import', corpus, '--org', organization, '--json'];
  // A separate cache, because an import with the cache of an earlier one does not read the files.
  const env = { DATABASE_URL: `file:${path}`, XDG_CACHE_HOME: join(folder, 'cache') };
  const ours = await runMeasured(join(dist, 'main.js'), { args, env });
  const repeat = [...args, '--space', JSON.parse(ours.output).id];
  const repeated = await runMeasured(join(dist, 'main.js'), { args: repeat, env });
  const bareImport = fileURLToPath(new URL('bare-import.mjs', import.meta.url));
  const bare = await runMeasured(bareImport, { args: [corpus, join(folder, 'bare.db')] });
  return { ours: { ...ours, pages: pagesOf(path, JSON.parse(ours.output).id) }, repeated, bare };
}

function pagesOf(path, space) {
  const db = new Database(path, { readonly: true });
  try {
    return db.prepare('select count(*) from Page where spaceId = ?').pluck().get(space);
  } finally {
    db.close();
  }
}
