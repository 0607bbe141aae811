import type { Config } from '../config.js';
import { fillSearchKeys } from '../domains/users/fill-search-keys.js';
import { migrate } from '../store/migrate.js';
import { openStore } from '../store/open.js';
import type { Store, StoreOptions } from '../store/store.js';
import { reportEqualAddresses } from './report-equal-addresses.js';

/** A database that is up to date. */
export interface OpenDatabase {
  store: Store;
  /** Names of the migrations that were applied. */
  applied: string[];
}

/** The database that the configuration names. */
export function databaseOf({ databaseUrl, databaseDirectUrl }: Config): Required<Pick<Opened, 'url' | 'directUrl'>> {
  return { url: databaseUrl, directUrl: databaseDirectUrl };
}

/** Which database is opened: as `openStore` has it. */
export type Opened = Pick<StoreOptions, 'url' | 'directUrl' | 'patience'>;

/**
 * Brings a database up to date, including the parts that SQL cannot do, and opens it; the caller closes the store. After
 * an upgrade it reports e-mail addresses that are equal once normalized.
 */
export async function openDatabase(opened: Opened): Promise<OpenDatabase> {
  const onReport = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const applied = await migrate({ url: opened.directUrl ?? opened.url, onReport });
  const store = await openStore(opened);
  try {
    await fillSearchKeys(store);
    if (applied.length > 0) await reportEqualAddresses(store);
    return { store, applied };
  } catch (error) {
    await store.close();
    throw error;
  }
}
