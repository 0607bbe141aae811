import { fillSearchKeys } from '../domains/users/fill-search-keys.js';
import { migrate } from '../store/migrate.js';
import { openStore } from '../store/open.js';
import type { Store } from '../store/store.js';

/** A database that is up to date. */
export interface OpenDatabase {
  store: Store;
  /** Names of the migrations that were applied. */
  applied: string[];
}

/**
 * Brings a database up to date, what no migration can do included, and opens it; the caller closes the store. `patience` is
 * as for `openStore`.
 */
export async function openDatabase(url: string, patience?: number): Promise<OpenDatabase> {
  const applied = await migrate({ url });
  const store = await openStore({ url, patience });
  try {
    await fillSearchKeys(store);
    return { store, applied };
  } catch (error) {
    await store.close();
    throw error;
  }
}
