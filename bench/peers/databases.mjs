import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';
import { load } from '../dist.mjs';
import { withFolder } from '../world.mjs';

/**
 * Runs a function with databases. The older of the two releases fills a database when it is first used. The function
 * gets `databases(kind)` for `sqlite` or `postgresql`, which returns `{ world, kept, copies }`. `copies` creates
 * databases with the same rows and returns their URLs: `ours`, migrated by the current release, and `before`, not
 * migrated. `kept` returns shared databases for reads.
 * @param before the previous release, if there is one: `{ modules }`
 */
export async function withDatabases(before, run) {
  await withFolder(async (folder) => {
    const postgres = memoize(startPostgres);
    const kinds = { sqlite: () => sqliteIn(folder), postgresql: async () => onPostgres(await postgres()) };
    const filled = Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [name, memoize(async () => fill(name, await kind(), before))]),
    );
    try {
      await run((name) => filled[name]());
    } finally {
      if (postgres.isMade()) await (await postgres()).stop();
    }
  });
}

async function fill(name, kind, before) {
  console.log(`  filling a database (${name}): 200 spaces, 2,000 change requests, the large corpus`);
  const child = fork(fileURLToPath(new URL('fill.mjs', import.meta.url)), [kind.url], {
    stdio: ['ignore', 1, 2, 'ipc'],
    env: { ...process.env, ...(before && { DOCGRAPH_MODULES: before.modules }) },
  });
  const ended = once(child, 'exit');
  const [world] = await Promise.race([once(child, 'message'), ended.then(refuse)]);
  await ended;
  await kind.settle();
  const copies = async () => {
    const ours = await kind.copy();
    const { migrate } = await load('platform/db/migrations/migrate.js');
    await migrate({ url: ours });
    return { ours, before: before && (await kind.copy()) };
  };
  return { world, copies, kept: memoize(copies) };
}

function refuse([code]) {
  throw new Error(`Filling a database ended with ${code}`);
}

function sqliteIn(folder) {
  let copies = 0;
  const path = join(folder, 'world.db');
  return {
    url: `file:${path}`,
    settle: async () => analyze(path),
    async copy() {
      const copy = join(folder, `copy-${++copies}.db`);
      copyFileSync(path, copy);
      return `file:${copy}`;
    },
  };
}

async function onPostgres(postgres) {
  let copies = 0;
  const url = await postgres.createDatabase('world');
  return {
    url,
    /** Runs `VACUUM ANALYZE`. Postgres would run it by itself some minutes after so many inserts. */
    settle: () => runSql(url, 'vacuum analyze'),
    copy: () => postgres.createDatabase(`copy_${++copies}`, 'world'),
  };
}

/** Runs `ANALYZE`, so that SQLite's query planner has statistics of the indexes. */
function analyze(path) {
  const database = new Database(path);
  database.exec('analyze');
  database.close();
}

/** Runs a statement on Postgres over a new connection. */
export async function runSql(connectionString, text) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function memoize(make) {
  let instance;
  return Object.assign(() => (instance ??= make()), { isMade: () => instance !== undefined });
}
