import type { StoreOptions } from '../write/store.js';
import { type Connections, type OnError, writerOptions } from '../write/writer.js';
import { createKeyedReader } from './postgres-keyed.js';
import { postgresNotices } from './postgres-notices.js';
import { createPostgresPool, createPostgresReader, poolState } from './postgres-pool.js';
import { openPostgresWriter } from './postgres-writer.js';

/**
 * Opens a Postgres database: a pool for reads and writes, and separate connections for features that need a session.
 * @param onError receives each error of a read
 */
export async function openPostgres(options: StoreOptions, onError?: OnError): Promise<Connections> {
  const { url, directUrl = url } = options;
  const poolOptions = {
    patience: options.patience,
    statementTimeout: options.statementTimeout,
    onIdleError: (error: Error) => options.logger?.warn({ err: error }, 'a database connection broke'),
  };
  const isShared = directUrl !== url;
  const pool = createPostgresPool(url, { ...poolOptions, isShared, max: options.connections });
  const probes = createPostgresPool(url, { ...poolOptions, isShared, max: 1 });
  const keyed = createKeyedReader(directUrl, poolOptions);
  const notices = postgresNotices(directUrl, pool);
  const writer = await openPostgresWriter({ pool, isShared }, writerOptions(options, notices));
  async function close(): Promise<void> {
    await writer.close();
    await Promise.all([keyed.close(), pool.end(), probes.end()]);
  }
  const [runner, probe] = await Promise.all([createPostgresReader(pool, keyed, onError), createPostgresReader(probes)]);
  return { runner, probe, writer, notices, pools: () => [poolState('main', pool), poolState('probes', probes)], close };
}
