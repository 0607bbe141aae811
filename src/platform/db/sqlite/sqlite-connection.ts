import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from '../connection/store-errors.js';
import type { ResultSet } from '../query/runner.js';
import { publishBatch } from '../write/open-transaction.js';
import { retryWhileBusy } from './busy-retry.js';
import { isSnapshotConflict } from './snapshot-conflict.js';
import { sqliteDurability, writerPragmas } from './sqlite-file.js';
import { connectInThread, type ThreadedConnection } from './sqlite-thread.js';
import type { StatementGroup } from './sqlite-worker.js';

/**
 * The only connection of a process that writes. If the state of the connection is unknown, it is closed, which rolls
 * back, and the next transaction opens another one. The reason is that Prisma's adapter is unusable after a failed
 * COMMIT.
 */
export interface SqliteConnection {
  readonly path: string;
  /** Whether a transaction is or may be open. */
  open: boolean;
  /** Whether no other process wrote between the last two transactions of this connection. */
  isAlone: boolean;
  /** The adapter of the connection; null until the first use and after a failure. */
  adapter: ThreadedConnection | null;
}

/**
 * Opens the writing connection to a file and checks its durability. Waits until `deadline` for another process that is
 * opening the file.
 * @throws AppError with the reason STORE_REFUSED if WAL or full synchronisation is not available
 */
export async function openSqliteConnection(path: string, deadline: number): Promise<SqliteConnection> {
  const connection = { path, open: false, isAlone: false, adapter: null };
  await openAdapter(connection, deadline);
  return connection;
}

/**
 * Begins a transaction with the write lock. Retries until `deadline` (`Date.now()`) while another process holds the
 * lock.
 */
export async function begin(connection: SqliteConnection, deadline: number): Promise<void> {
  const adapter = await openAdapter(connection, deadline);
  try {
    connection.isAlone = await retryWhileBusy(adapter.begin, deadline);
    connection.open = true;
  } catch (error) {
    if (!isBusy(error)) await discard(connection);
    throw error;
  }
}

/**
 * Runs statements in an open transaction, or begins an optimistic transaction with them.
 * @throws an error for which `hasBegun` reports whether the transaction is open
 */
export async function runStatements(connection: SqliteConnection, together: StatementGroup): Promise<ResultSet> {
  connection.open = true;
  publishBatch(together.statements);
  return connection.adapter!.runAll(together);
}

/**
 * Reports whether a transaction is open although its first statements failed with this error. If it is not, it may run
 * again.
 */
export function hasBegun(error: unknown): boolean {
  return !isBusy(error) && !isSnapshotConflict(error);
}

/**
 * Runs the last statements of a transaction, which may also be its first, and commits. If this fails, the transaction
 * is rolled back. If the thread ended, the outcome is unknown.
 */
export async function commit(connection: SqliteConnection, last: Omit<StatementGroup, 'isLast'> = { statements: [] }) {
  try {
    await runStatements(connection, { ...last, isLast: true });
    connection.open = false;
  } catch (error) {
    if (!last.isFirst || hasBegun(error)) await discard(connection);
    throw error;
  }
}

/**
 * Reports whether the next transaction should be optimistic, because no other process wrote between the last two
 * transactions of this connection.
 */
export function isSoleWriter({ isAlone: isSoleWriter, adapter }: SqliteConnection): boolean {
  return isSoleWriter && adapter !== null && !adapter.ended;
}

/**
 * Rolls back an open transaction. Never rejects: if the connection cannot roll back, it is closed, which rolls back.
 */
export async function rollback(connection: SqliteConnection): Promise<void> {
  if (!connection.open) return;
  connection.open = false;
  await connection.adapter?.rollback().catch(() => discard(connection));
}

/**
 * Moves committed pages from the write-ahead log to the database file and empties the log, so that a copy of the file
 * is complete. Waits until `deadline` for readers in other processes; if they do not end in time, the log stays.
 */
export async function checkpoint(connection: SqliteConnection, deadline: number): Promise<void> {
  const adapter = await openAdapter(connection, deadline);
  for (;;) {
    const [isBlocked] = await query(adapter, 'PRAGMA wal_checkpoint(TRUNCATE)');
    if (!Number(isBlocked) || Date.now() > deadline) return;
    await sleep(10);
  }
}

/** Closes the connection, which rolls back an open transaction. */
export async function discard(connection: SqliteConnection): Promise<void> {
  const { adapter } = connection;
  connection.open = false;
  connection.isAlone = false;
  connection.adapter = null;
  await adapter?.dispose();
}

/** Returns the adapter of the connection. Opens it if it is missing or its thread has ended. */
async function openAdapter(connection: SqliteConnection, deadline: number): Promise<ThreadedConnection> {
  if (connection.adapter?.ended) connection.adapter = null;
  connection.adapter ??= await connect(connection.path, deadline);
  return connection.adapter;
}

async function connect(path: string, deadline: number): Promise<ThreadedConnection> {
  const adapter = await connectInThread(path);
  try {
    for (const pragma of writerPragmas) await retryWhileBusy(() => query(adapter, `PRAGMA ${pragma}`), deadline);
    sqliteDurability.verify(path, await query(adapter, sqliteDurability.query));
    return adapter;
  } catch (error) {
    await adapter.dispose();
    throw error;
  }
}

async function query(adapter: ThreadedConnection, sql: string): Promise<unknown[]> {
  return (await adapter.queryRaw({ sql, args: [], argTypes: [] })).rows[0] ?? [];
}
