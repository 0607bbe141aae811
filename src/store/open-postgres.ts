import { postgresNotices } from './postgres-notices.js';
import { createPostgresPool, createPostgresReader } from './postgres-pool.js';
import { openPostgresWriter } from './postgres-writer.js';
import type { StoreOptions } from './store.js';
import { type Connections, writerOptions } from './writer.js';

/** Opens a Postgres database: a pool that reads and writes share. */
export async function openPostgres(options: StoreOptions): Promise<Connections> {
  const pool = createPostgresPool(options.url, {
    patience: options.patience,
    onIdleError: (error) => options.logger?.warn({ err: error }, 'a database connection broke'),
  });
  const notices = postgresNotices(options.url, pool);
  const writer = await openPostgresWriter(pool, writerOptions(options, notices));
  return { runner: await createPostgresReader(pool), writer, notices, closeReader: () => pool.end() };
}
