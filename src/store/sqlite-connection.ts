import type { Statement } from './runner.js';
import { sqliteDurability, writerPragmas } from './sqlite-file.js';
import { connectInThread, type ThreadedConnection } from './sqlite-thread.js';
import { untilFree } from './sqlite-waiting.js';
import { isBusy } from './store-errors.js';

/**
 * The one writing connection of a process. Prisma's adapter stays unusable after a failed COMMIT (safety.md, trap 2);
 * here a connection whose state is unknown is closed, which rolls back, and the next transaction opens another.
 */
export interface SqliteConnection {
  readonly path: string;
  /** Whether a transaction is open. */
  open: boolean;
  /** Null until the first use and after a failure. */
  adapter: ThreadedConnection | null;
}

/**
 * Opens the writing connection of a file and sees to its durability, waiting until `deadline` for another process that is
 * opening it.
 * @throws AppError with the reason STORE_REFUSED where WAL or full synchronisation cannot be had.
 */
export async function openSqliteConnection(path: string, deadline: number): Promise<SqliteConnection> {
  const connection = { path, open: false, adapter: null };
  await connected(connection, deadline);
  return connection;
}

/** Begins a transaction and takes the write lock, trying until `deadline` (`Date.now()`) while another process has it. */
export async function begin(connection: SqliteConnection, deadline: number): Promise<void> {
  const adapter = await connected(connection, deadline);
  try {
    await untilFree(() => adapter.executeScript('BEGIN IMMEDIATE'), deadline);
    connection.open = true;
  } catch (error) {
    if (!isBusy(error)) await recycle(connection);
    throw error;
  }
}

/** Commits the open transaction, behind its last statements; where that fails, nothing of it is kept, unless the thread ended meanwhile. */
export async function commit(connection: SqliteConnection, last: readonly Statement[] = []): Promise<void> {
  connection.open = false;
  try {
    await connection.adapter!.runAll([...last, { sql: 'COMMIT', parameters: [] }]);
  } catch (error) {
    await recycle(connection);
    throw error;
  }
}

/** Rolls back what is still open. It cannot fail: a connection that refuses is closed, and closing rolls back. */
export async function rollback(connection: SqliteConnection): Promise<void> {
  if (!connection.open) return;
  connection.open = false;
  await connection.adapter?.executeScript('ROLLBACK').catch(() => recycle(connection));
}

/** Closes the connection; an open transaction is rolled back. */
export async function recycle(connection: SqliteConnection): Promise<void> {
  const { adapter } = connection;
  connection.open = false;
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
