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
  const writer = await openPostgresWriter(pool, writerOptions(options));
  return { runner: await createPostgresReader(pool), writer, closeReader: () => pool.end() };
}
