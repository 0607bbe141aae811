import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from '../connection/store-errors.js';
import type { ResultSet } from '../query/runner.js';
import { publishBatch } from '../write/open-transaction.js';
import { sqliteDurability, writerPragmas } from './sqlite-file.js';
import { isOutdated } from './sqlite-outdated.js';
import { connectInThread, type ThreadedConnection } from './sqlite-thread.js';
import { untilFree } from './sqlite-waiting.js';
import type { Together } from './sqlite-worker.js';

/**
 * The one writing connection of a process. Prisma's adapter stays unusable after a failed COMMIT;
 * here a connection whose state is unknown is closed, which rolls back, and the next transaction opens another.
 */
export interface SqliteConnection {
  readonly path: string;
  /** Whether a transaction is open, or may be. */
  open: boolean;
  /** Whether nobody else wrote between its last two transactions. */
  isAlone: boolean;
  /** Null until the first use and after a failure. */
  adapter: ThreadedConnection | null;
}

/**
 * Opens the writing connection of a file and sees to its durability, waiting until `deadline` for another process that is
 * opening it.
 * @throws AppError with the reason STORE_REFUSED where WAL or full synchronisation cannot be had.
 */
export async function openSqliteConnection(path: string, deadline: number): Promise<SqliteConnection> {
  const connection = { path, open: false, isAlone: false, adapter: null };
  await connected(connection, deadline);
  return connection;
}

/** Begins a transaction and takes the write lock, trying until `deadline` (`Date.now()`) while another process has it. */
export async function begin(connection: SqliteConnection, deadline: number): Promise<void> {
  const adapter = await connected(connection, deadline);
  try {
    connection.isAlone = await untilFree(adapter.begin, deadline);
    connection.open = true;
  } catch (error) {
    if (!isBusy(error)) await recycle(connection);
    throw error;
  }
}

/**
 * Runs statements of a transaction that is open, or begins with them: at once, where nobody else has it, and if nobody else has
 * written since the last one began.
 * @throws what `hasBegun` judges
 */
export async function runTogether(connection: SqliteConnection, together: Together): Promise<ResultSet> {
  connection.open = true;
  publishBatch(together.statements);
  return connection.adapter!.runAll(together);
}

/** Whether a transaction is open whose first statements have failed with an error; else it is to be tried again. */
export function hasBegun(error: unknown): boolean {
  return !isBusy(error) && !isOutdated(error);
}

/**
 * Commits a transaction, behind its last statements, which may be its first; where that fails, nothing of it is kept, unless the
 * thread ended meanwhile.
 */
export async function commit(connection: SqliteConnection, last: Omit<Together, 'isLast'> = { statements: [] }) {
  try {
    await runTogether(connection, { ...last, isLast: true });
    connection.open = false;
  } catch (error) {
    if (!last.isFirst || hasBegun(error)) await recycle(connection);
    throw error;
  }
}

/** Whether a transaction can begin late: nobody else wrote between the last two. */
export function isAlone({ isAlone, adapter }: SqliteConnection): boolean {
  return isAlone && adapter !== null && !adapter.ended;
}

/** Rolls back what is still open. It cannot fail: a connection that refuses is closed, and closing rolls back. */
export async function rollback(connection: SqliteConnection): Promise<void> {
  if (!connection.open) return;
  connection.open = false;
  await connection.adapter?.rollback().catch(() => recycle(connection));
}

/**
 * Moves what is committed from the write-ahead log into the database file and empties the log, so that a copy of the one file
 * has everything. Another process that reads is waited for until `deadline`; then the log stays, for that process to move.
 */
export async function completeFile(connection: SqliteConnection, deadline: number): Promise<void> {
  const adapter = await connected(connection, deadline);
  for (;;) {
    const [isBlocked] = await query(adapter, 'PRAGMA wal_checkpoint(TRUNCATE)');
    if (!Number(isBlocked) || Date.now() > deadline) return;
    await sleep(10);
  }
}

/** Closes the connection; an open transaction is rolled back. */
export async function recycle(connection: SqliteConnection): Promise<void> {
  const { adapter } = connection;
  connection.open = false;
  connection.isAlone = false;
  connection.adapter = null;
  await adapter?.dispose();
}

/** The adapter of the connection, opened where there is none, or where its thread has ended. */
async function connected(connection: SqliteConnection, deadline: number): Promise<ThreadedConnection> {
  if (connection.adapter?.ended) connection.adapter = null;
  connection.adapter ??= await connect(connection.path, deadline);
  return connection.adapter;
}

async function connect(path: string, deadline: number): Promise<ThreadedConnection> {
  const adapter = await connectInThread(path);
  try {
    for (const pragma of writerPragmas) await untilFree(() => query(adapter, `PRAGMA ${pragma}`), deadline);
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
