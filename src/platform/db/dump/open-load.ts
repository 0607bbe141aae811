import { providerOf } from '../connection/store-url.js';
import type { Load, LoadOptions } from './contract/load.js';

/**
 * Opens a database for loading.
 * @throws AppError STORE_REFUSED or STORE_UNAVAILABLE if the database cannot be opened
 */
export async function openLoad(options: LoadOptions): Promise<Load> {
  return providerOf(options.url) === 'sqlite'
    ? (await import('./sqlite/sqlite-load.js')).openSqliteLoad(options)
    : (await import('./postgres/postgres-load.js')).openPostgresLoad(options);
}
