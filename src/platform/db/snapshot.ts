import { createQueries, type Queries } from './query/queries.js';
import type { Provider, Snapshot } from './query/runner.js';
import type { Store } from './write/store.js';

/**
 * Runs reads that all see the state of the database at the time of the first read, even if others write meanwhile. The
 * reads use a separate connection. On SQLite, the write-ahead log grows until they end.
 * @throws AppError if the database is unreachable or does not respond; otherwise the error of the work
 */
export async function readSnapshot<Result>(
  store: Pick<Store, 'provider' | 'directUrl'> & Partial<Pick<Store, 'blobs'>>,
  work: (read: Queries) => Promise<Result>,
): Promise<Result> {
  const { runner, close } = await openers[store.provider](store.directUrl);
  try {
    return await work(createQueries(runner, { blobs: store.blobs ?? null }));
  } finally {
    await close();
  }
}

/** Functions that open a snapshot, by provider. Only the driver of the used database is loaded. */
const openers: Record<Provider, (url: string) => Promise<Snapshot>> = {
  sqlite: async (url) => (await import('./sqlite/sqlite-snapshot.js')).openSqliteSnapshot(url),
  postgresql: async (url) => (await import('./postgres/postgres-snapshot.js')).openPostgresSnapshot(url),
};
