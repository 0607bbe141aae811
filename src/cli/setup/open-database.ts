import { fillSearchKeys } from '../../modules/identity/users/fill-search-keys.js';
import type { Config } from '../../platform/config/config.js';
import { providerOf } from '../../platform/db/connection/store-url.js';
import { migrate } from '../../platform/db/migrations/migrate.js';
import { openStore } from '../../platform/db/open.js';
import type { PostgresTarget } from '../../platform/db/postgres/postgres-failure.js';
import type { Store, StoreOptions } from '../../platform/db/write/store.js';
import { openBlobStorage } from '../../platform/object-storage/blob-storage.js';
import { reportEqualAddresses } from './report-equal-addresses.js';

/** An open database with all migrations applied. */
export interface OpenDatabase {
  store: Store;
  /** Names of the migrations that were applied now. */
  applied: string[];
}

/** The database in the configuration, and how long a start waits for it. */
export type ConfiguredDatabase = Required<Pick<StoreOptions, 'url' | 'directUrl' | 'blobs'>> & {
  /** Seconds to wait while a Postgres server cannot be reached. */
  wait: number;
};

/** Returns the database settings of the configuration, with the object storage of its large blobs. */
export function databaseOf({ databaseUrl, databaseDirectUrl, databaseWait, blobs }: Config): ConfiguredDatabase {
  const storage = blobs && openBlobStorage(blobs);
  return { url: databaseUrl, directUrl: databaseDirectUrl, wait: databaseWait, blobs: storage };
}

/**
 * Applies pending migrations, including their parts that are not SQL, and opens the database. The caller must close the
 * store. After an upgrade, it reports e-mail addresses that are equal once normalized.
 * @throws AppError as `reachDatabase` and `migrate`
 */
export async function openDatabase(
  database: ConfiguredDatabase,
  { patience }: Pick<StoreOptions, 'patience'> = {},
): Promise<OpenDatabase> {
  const { url, directUrl, blobs } = database;
  await reachDatabase(database);
  const applied = await migrate({ url: directUrl, onReport: writeLine });
  // The migrations may have created tables that belong to another database role.
  if (applied.length > 0) await checkRights(database);
  const store = await openStore({ url, directUrl, blobs, patience });
  try {
    await fillSearchKeys(store);
    if (applied.length > 0) await reportEqualAddresses(store);
    return { store, applied };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Waits until Postgres can be reached, directly and through the pooler, if there is one. Then checks the rights on the
 * existing tables. A line on stderr reports that it waits. Does nothing on SQLite.
 * @throws AppError as `awaitPostgres` and `checkServingRights`
 */
export async function reachDatabase(database: ConfiguredDatabase): Promise<void> {
  if (providerOf(database.url) === 'sqlite') return;
  const { awaitPostgres } = await import('../../platform/db/postgres/await-postgres.js');
  const onWait = (sentence: string) => writeLine(`docgraph: ${sentence}`);
  for (const target of postgresTargets(database)) await awaitPostgres(target, { wait: database.wait, onWait });
  await checkRights(database);
}

async function checkRights(database: ConfiguredDatabase): Promise<void> {
  if (providerOf(database.url) === 'sqlite') return;
  const { checkServingRights } = await import('../../platform/db/postgres/postgres-rights.js');
  for (const { url } of postgresTargets(database)) await checkServingRights(url);
}

/** Returns the URLs of a database. The direct URL is included only if it differs from the other. */
function postgresTargets({ url, directUrl }: ConfiguredDatabase): PostgresTarget[] {
  const direct: PostgresTarget = { url: directUrl, variable: 'DATABASE_DIRECT_URL' };
  return [{ url, variable: 'DATABASE_URL' }, ...(directUrl === url ? [] : [direct])];
}

function writeLine(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
