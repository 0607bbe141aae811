import { providerOf, sqlitePath } from '../connection/store-url.js';
import { createQueries, type Queries } from '../query/queries.js';
import type { Runner } from '../query/runner.js';
import { openSqliteReader } from '../sqlite/sqlite-reader.js';

/** A database that is open for reading only. It may lack migrations, and rows may be invalid. */
export interface Inspection {
  runner: Runner;
  read: Queries;
  close(): Promise<void>;
}

/** Milliseconds after which Postgres ends a statement of an inspection. */
const statementTimeout = 5_000;

/**
 * Opens a database without changing it: it applies no migrations, and creates no file.
 * @param url URL without a pooler, because a pooler does not keep the settings of a session
 * @throws the error of the driver if the database does not exist or cannot be reached
 */
export async function openInspection(url: string): Promise<Inspection> {
  return providerOf(url) === 'sqlite' ? inspectSqlite(sqlitePath(url)) : inspectPostgres(url);
}

function inspectSqlite(path: string): Inspection {
  const reader = openSqliteReader(path);
  return { runner: reader, read: createQueries(reader), close: async () => reader.close() };
}

async function inspectPostgres(url: string): Promise<Inspection> {
  const { createPostgresPool, createPostgresReader } = await import('../postgres/postgres-pool.js');
  const pool = createPostgresPool(url, { onIdleError: () => {}, max: 2, statementTimeout });
  // This statement is queued before all others of a new connection.
  pool.on('connect', (client) => {
    client.query("set default_transaction_read_only to on; set application_name to 'docgraph doctor'").catch(() => {});
  });
  try {
    const runner = await createPostgresReader(pool);
    const read = createQueries(runner);
    await pool.query('select 1');
    return { runner, read, close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
