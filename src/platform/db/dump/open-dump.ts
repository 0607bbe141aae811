import { providerOf } from '../connection/store-url.js';
import type { Dump, DumpOptions } from './contract/dump.js';

/**
 * Begins a snapshot of a database. Servers may write meanwhile.
 * @throws AppError STORAGE_FULL if the copy does not fit on the disk; STORE_REFUSED or STORE_UNAVAILABLE if the database
 * cannot be opened
 */
export async function openDump(options: DumpOptions): Promise<Dump> {
  return providerOf(options.url) === 'sqlite'
    ? (await import('./sqlite/sqlite-dump.js')).openSqliteDump(options)
    : (await import('./postgres/postgres-dump.js')).openPostgresDump(options);
}
