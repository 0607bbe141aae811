import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import pg from 'pg';
import { isBusy, startupRefusal } from '../connection/store-errors.js';
import type { Provider } from '../query/runner.js';

/** The database to lock, and how long to wait for another process that has locked it. */
export interface MigrationLock {
  provider: Provider;
  /** Path of the SQLite file or URL of the Postgres database. */
  target: string;
  /** Milliseconds to wait, at least 1; default: a minute. */
  patience?: number;
}

/**
 * Runs a function while no other process migrates the same database. The lock ends together with the process that holds
 * it, even if that process is killed.
 * @throws AppError with the reason STORE_REFUSED if another process holds the lock for longer than `patience`
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

/**
 * Opens an exclusive transaction on an empty database next to the file. The operating system releases its lock when the
 * process ends.
 */
async function lockFile(path: string, patience: number): Promise<() => void> {
  const lock = new Database(path, { timeout: 0 });
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return () => lock.close();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() > deadline) throw lockTimeoutError(patience);
    }
    await sleep(50);
  }
}

/** An arbitrary number that no other lock in this database uses. Prisma's engine uses 72707369. */
const advisoryKey = 7_270_736_900;

async function lockServer(url: string, patience: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, lock_timeout: patience, connectionTimeoutMillis: 5_000 });
  // Without a listener, a connection that breaks while it holds the lock would end the process. The work under the lock
  // fails in any case.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryKey]);
  } catch (error) {
    await client.end();
    throw (error as { code?: string }).code === '55P03' ? lockTimeoutError(patience) : error;
  }
  return () => client.end();
}

function lockTimeoutError(patience: number): Error {
  return startupRefusal(
    `Another process has been migrating the database for ${patience / 1_000} s: end it or wait for it`,
  );
}
