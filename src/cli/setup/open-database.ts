import { fillSearchKeys } from '../../modules/identity/users/fill-search-keys.js';
import type { Config } from '../../platform/config/config.js';
import { providerOf } from '../../platform/db/connection/store-url.js';
import { migrate } from '../../platform/db/migrations/migrate.js';
import { openStore } from '../../platform/db/open.js';
import type { PostgresTarget } from '../../platform/db/postgres/postgres-failure.js';
import type { Store, StoreOptions } from '../../platform/db/write/store.js';
import { reportEqualAddresses } from './report-equal-addresses.js';

/** A database that is up to date. */
export interface OpenDatabase {
  store: Store;
  /** Names of the migrations that were applied. */
  applied: string[];
}

/** The configured database, and how long a start waits for it. */
export type ConfiguredDatabase = Required<Pick<StoreOptions, 'url' | 'directUrl'>> & {
  /** Seconds to wait for a Postgres server that cannot be reached. */
  wait: number;
};

/** Returns the database settings of the configuration. */
export function databaseOf({ databaseUrl, databaseDirectUrl, databaseWait }: Config): ConfiguredDatabase {
  return { url: databaseUrl, directUrl: databaseDirectUrl, wait: databaseWait };
}

/**
 * Applies pending migrations, including the parts that SQL cannot do, and opens the database. The caller closes the
 * store. After an upgrade it reports e-mail addresses that are equal once normalized.
 * @throws AppError as `reachDatabase` and `migrate`
 */
export async function openDatabase(
  database: ConfiguredDatabase,
  { patience }: Pick<StoreOptions, 'patience'> = {},
): Promise<OpenDatabase> {
  const { url, directUrl } = database;
  await reachDatabase(database);
  const applied = await migrate({ url: directUrl, onReport: say });
  // The tables may belong to another database role.
  if (applied.length > 0) await checkRights(database);
  const store = await openStore({ url, directUrl, patience });
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
 * Waits until Postgres can be reached, through the pooler too if there is one, and checks the rights on the tables that exist.
 * A line on stderr says that it waits. Does nothing on SQLite.
 * @throws AppError as `awaitPostgres` and `checkServingRights`
 */
export async function reachDatabase(database: ConfiguredDatabase): Promise<void> {
  if (providerOf(database.url) === 'sqlite') return;
  const { awaitPostgres } = await import('../../platform/db/postgres/await-postgres.js');
  const onWait = (sentence: string) => say(`docgraph: ${sentence}`);
  for (const place of postgresTargets(database)) await awaitPostgres(place, { wait: database.wait, onWait });
  await checkRights(database);
}

async function checkRights(database: ConfiguredDatabase): Promise<void> {
  if (providerOf(database.url) === 'sqlite') return;
  const { checkServingRights } = await import('../../platform/db/postgres/postgres-rights.js');
  for (const { url } of postgresTargets(database)) await checkServingRights(url);
}

/** Returns the URLs of a database. `DATABASE_DIRECT_URL` is added if it differs from `DATABASE_URL`. */
function postgresTargets({ url, directUrl }: ConfiguredDatabase): PostgresTarget[] {
  const direct: PostgresTarget = { url: directUrl, variable: 'DATABASE_DIRECT_URL' };
  return [{ url, variable: 'DATABASE_URL' }, ...(directUrl === url ? [] : [direct])];
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
