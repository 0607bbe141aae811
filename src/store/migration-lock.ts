import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { Provider } from './runner.js';
import { isBusy, refusal } from './store-errors.js';

/** Milliseconds to wait for another process that is migrating. */
const patience = 60_000;

/**
 * Runs something while no other process migrates the same database. The lock goes with the process that holds it, also
 * where that is killed.
 * @throws AppError with the reason STORE_REFUSED where another process keeps the lock for a minute.
 */
export async function withMigrationLock<Result>(
  provider: Provider,
  target: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const release = await (provider === 'sqlite' ? lockFile(`${target}.migration-lock`) : lockServer(target));
  try {
    return await run();
  } finally {
    await release();
  }
}

/** An exclusive transaction on an empty database beside the file: the operating system drops its lock with the process. */
async function lockFile(path: string): Promise<() => void> {
  const lock = new Database(path, { timeout: 0 });
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return () => lock.close();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() > deadline) throw tooLong();
    }
    await sleep(50);
  }
}

/** Any number that nothing else locks in this database; the engine itself uses 72707369. */
const advisoryKey = 7_270_736_900;

async function lockServer(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, lock_timeout: patience, connectionTimeoutMillis: 5_000 });
  // A connection that breaks while it is only held would end the process otherwise; what runs under it fails by itself.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryKey]);
  } catch (error) {
    await client.end();
    throw (error as { code?: string }).code === '55P03' ? tooLong() : error;
  }
  return () => client.end();
}

function tooLong(): Error {
  return refusal(`Another process has been migrating the database for ${patience / 1_000} s: end it or wait for it`);
}
