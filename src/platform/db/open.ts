import { sql } from 'kysely';
import { serverTenant } from '../workers/fair-queue.js';
import { createOutages } from './connection/outages.js';
import { driverCode, unavailable } from './connection/store-errors.js';
import { providerOf } from './connection/store-url.js';
import { createReadiness } from './migrations/readiness.js';
import { createQueries } from './query/queries.js';
import type { Provider } from './query/runner.js';
import { sqlFor } from './query/sql.js';
import { getSqliteThread } from './sqlite/sqlite-thread.js';
import { checkedNesting, uncheckedNesting } from './write/nesting.js';
import { runWithRestarts } from './write/run-outside.js';
import type { Store, StoreOptions } from './write/store.js';
import type { Connections, OnError } from './write/writer.js';

/**
 * Opens a store. The database must be migrated; see `migrate`.
 * @throws AppError with the reason STORE_REFUSED if the URL, the file or its settings are not usable
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const provider = providerOf(options.url);
  const ask = async (): Promise<unknown> => probe.run({ sql: 'select 1', parameters: [] });
  const outages = createOutages(ask);
  const opened = await connections[provider](options, outages.note);
  const { runner, probe, writer, notices, pools, close: closeConnections } = opened;
  const refuse = (error: unknown): never => {
    outages.note(error);
    return endOnFatal(error, options);
  };
  const nesting = (options.refusesNesting ?? true) ? checkedNesting : uncheckedNesting;
  const { blobs = null } = options;
  const read = createQueries(runner, { blobs });
  const underWay = new Set<Promise<unknown>>();
  let closed = false;
  const transaction: Store['transaction'] = async (work, tenant = serverTenant) => {
    nesting.refuse();
    const attempt = async () => {
      if (closed) throw unavailable('The store is closed', 'STORE_UNAVAILABLE');
      const result = writer.transaction(nesting.watched(work), tenant).catch(refuse);
      underWay.add(result);
      return result.finally(() => underWay.delete(result));
    };
    return runWithRestarts(attempt, transaction);
  };
  return {
    provider,
    url: options.url,
    directUrl: options.directUrl ?? options.url,
    blobs,
    sql: sqlFor(provider),
    read,
    notices,
    watchOutages: outages.listen,
    reading: (onBatch) => createQueries(runner, { onBatch, blobs }),
    transaction,
    ping: async () => void (await read.all(sql`select 1 as one`)),
    problem: createReadiness(probe),
    freeSpace: () => writer.freeSpace(runner),
    state: () => ({ writes: writer.queue(), pools: pools() }),
    async close() {
      closed = true;
      outages.close();
      await Promise.allSettled(underWay);
      await notices.close();
      await closeConnections();
      blobs?.storage.close();
    },
  };
}

/**
 * Functions that open the connections of each provider. Only the driver of the used database is loaded, because loading
 * the other one would take a tenth of the start time.
 */
const connections: Record<Provider, (options: StoreOptions, onError: OnError) => Promise<Connections>> = {
  async sqlite(options) {
    // Starts the thread now, so that it starts while other modules are loaded.
    getSqliteThread();
    return (await import('./sqlite/open-sqlite.js')).openSqlite(options);
  },
  postgresql: async (...given) => (await import('./postgres/open-postgres.js')).openPostgres(...given),
};

function endOnFatal(error: unknown, { onFatal = () => process.exit(1) }: StoreOptions): never {
  if (driverCode(error)?.startsWith('SQLITE_IOERR_FSYNC')) onFatal(error);
  throw error;
}
