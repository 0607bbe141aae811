import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import pg from 'pg';
import { isBusy, refusal } from '../connection/store-errors.js';
import type { Provider } from '../query/runner.js';

/** What is locked, and for how long another process is waited for that has locked it. */
export interface MigrationLock {
  provider: Provider;
  /** Path of the SQLite file or URL of the Postgres database. */
  target: string;
  /** Milliseconds, at least 1; a minute unless given. */
  patience?: number;
}

/**
 * Runs something while no other process migrates the same database. The lock goes with the process that holds it, also
 * where that is killed.
 * @throws AppError with the reason STORE_REFUSED where another process keeps the lock for longer than it is waited for.
 */
export async function withMigrationLock<Result>(
  { provider, target, patience = 60_000 }: MigrationLock,
  run: () => Promise<Result>,
): Promise<Result> {
  const isFile = provider === 'sqlite';
  const release = await (isFile ? lockFile(`${target}.migration-lock`, patience) : lockServer(target, patience));
  try {
    return await run();
  } finally {
    await release();
  }
}

/** An exclusive transaction on an empty database beside the file: the operating system drops its lock with the process. */
async function lockFile(path: string, patience: number): Promise<() => void> {
  const lock = new Database(path, { timeout: 0 });
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return () => lock.close();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() > deadline) throw tooLong(patience);
    }
    await sleep(50);
  }
}

/** Any number that nothing else locks in this database; the engine itself uses 72707369. */
const advisoryKey = 7_270_736_900;

async function lockServer(url: string, patience: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, lock_timeout: patience, connectionTimeoutMillis: 5_000 });
  // A connection that breaks while it is only held would end the process otherwise; what runs under it fails by itself.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryKey]);
  } catch (error) {
    await client.end();
    throw (error as { code?: string }).code === '55P03' ? tooLong(patience) : error;
  }
  return () => client.end();
}

function tooLong(patience: number): Error {
  return refusal(`Another process has been migrating the database for ${patience / 1_000} s: end it or wait for it`);
}
