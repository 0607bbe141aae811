import { sql } from 'kysely';
import { refuseNesting } from './interactive.js';
import { readMigrationStatus } from './migration-status.js';
import { createPostgresPool, createPostgresReader } from './postgres-pool.js';
import { openPostgresWriter } from './postgres-writer.js';
import { createQueries } from './queries.js';
import type { Runner } from './runner.js';
import { sqlFor } from './sql.js';
import { createSqliteFile } from './sqlite-file.js';
import { openSqliteReader } from './sqlite-reader.js';
import { openSqliteWriter } from './sqlite-writer.js';
import type { Store, StoreOptions } from './store.js';
import { driverCode, refusal, unavailable } from './store-errors.js';
import { providerOf, sqlitePath } from './store-url.js';
import type { Writer, WriterOptions } from './writer.js';

/**
 * Opens a store. The database must be migrated; see `migrate`.
 * @throws AppError with the reason STORE_REFUSED where the URL, the file or its settings will not do.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const provider = providerOf(options.url);
  const { runner, writer, closeReader } = await (provider === 'sqlite' ? openSqlite(options) : openPostgres(options));
  const read = createQueries(runner);
  const underWay = new Set<Promise<unknown>>();
  let closed = false;
  return {
    provider,
    sql: sqlFor(provider),
    read,
    reading: (onBatch) => createQueries(runner, onBatch),
    async transaction(work) {
      refuseNesting();
      if (closed) throw unavailable('The store is closed', 'STORE_UNAVAILABLE');
      const result = writer.transaction(work).catch((error) => endOnFatal(error, options));
      underWay.add(result);
      return result.finally(() => underWay.delete(result));
    },
    ping: async () => void (await read.all(sql`select 1 as one`)),
    pendingMigrations: async () => (await readMigrationStatus(runner)).pending,
    async close() {
      closed = true;
      await Promise.allSettled(underWay);
      await writer.close();
      await closeReader();
    },
  };
}

interface Connections {
  runner: Runner;
  writer: Writer;
  closeReader: () => Promise<void> | void;
}

function writerOptions({ queueLimit = 200, transactionTimeout = 30_000, patience = 1 }: StoreOptions): WriterOptions {
  return { queueLimit, transactionTimeout, patience };
}

async function openSqlite(options: StoreOptions): Promise<Connections> {
  const path = sqlitePath(options.url);
  createSqliteFile(path);
  try {
    const writer = await openSqliteWriter(path, writerOptions(options));
    const reader = openSqliteReader(path);
    return { runner: reader, writer, closeReader: reader.close };
  } catch (error) {
    if (!driverCode(error)?.startsWith('SQLITE_')) throw error;
    throw refusal(`The database file ${path} cannot be opened: ${(error as Error).message}`);
  }
}

async function openPostgres(options: StoreOptions): Promise<Connections> {
  const pool = createPostgresPool(options.url, {
    patience: options.patience,
    onIdleError: (error) => options.logger?.warn({ err: error }, 'a database connection broke'),
  });
  const writer = await openPostgresWriter(pool, writerOptions(options));
  return { runner: await createPostgresReader(pool), writer, closeReader: () => pool.end() };
}

function endOnFatal(error: unknown, { onFatal = () => process.exit(1) }: StoreOptions): never {
  if (driverCode(error)?.startsWith('SQLITE_IOERR_FSYNC')) onFatal(error);
  throw error;
}
