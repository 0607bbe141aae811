import { existsSync } from 'node:fs';
import { AppError } from '../../base/errors.js';
import type { LockWait } from '../connection/lock-waits.js';
import { driverCode, refusal } from '../connection/store-errors.js';
import { providerOf, targetOf } from '../connection/store-url.js';
import { createSqliteFile } from '../sqlite/sqlite-file.js';
import { openSqliteReader } from '../sqlite/sqlite-reader.js';
import type { MigratedDatabase } from './migration-connection.js';
import { type MigrationStatus, readMigrationStatus } from './migration-status.js';
import { type MigrationsFolder, readMigrations } from './migrations-folder.js';

/** What `migrate` is told; `onReport` also hears of rows that a migration changed. */
export interface MigrateOptions extends LockWait {
  /** As for `openStore`. */
  url: string;
  /** Other migrations than those that the package ships; for tests. */
  folder?: MigrationsFolder;
  /** Milliseconds to wait for another process that is migrating; a minute unless given. */
  patience?: number;
}

/**
 * Brings a database up to date: applies the migrations that it lacks, one process at a time, each whole or not at all.
 * A SQLite file is created where it is missing. Answers the names of those it
 * applied; costs a read or two where none is pending.
 * @throws AppError with the reason STORE_REFUSED where a migration fails, was changed or is unknown, and, before the first
 * change, where the role of a Postgres URL lacks a right.
 */
export async function migrate({ url, folder, ...waiting }: MigrateOptions): Promise<string[]> {
  const place = { ...placeOf(url, folder), ...waiting };
  if (place.provider === 'sqlite') createSqliteFile(place.target);
  if (await isUpToDate(place)) return [];
  if (place.provider === 'postgresql')
    await (await import('../postgres/postgres-rights.js')).checkMigrationRights(place.target);
  const { applyPending } = await import('./apply-migrations.js');
  return applyPending(place, () => statusOf(place));
}

/** How a database stands to the migrations; changes nothing. @throws as `migrate`. */
export async function migrationStatus({ url, folder }: MigrateOptions): Promise<MigrationStatus> {
  return statusOf(placeOf(url, folder));
}

/** A database, and the migrations that it is to have. */
export interface Place extends MigratedDatabase {
  folder: MigrationsFolder;
  /** As for `migrate`. */
  patience?: number;
}

function placeOf(url: string, folder?: MigrationsFolder): Place {
  const provider = providerOf(url);
  const target = targetOf(url);
  return { provider, target, folder: folder ?? readMigrations(provider) };
}

/** A SQLite file that cannot be read at the moment is being migrated by another process, which holds the lock. */
async function isUpToDate(place: Place): Promise<boolean> {
  try {
    return (await statusOf(place)).pending.length === 0;
  } catch (error) {
    if (error instanceof AppError && error.detail.reason === 'STORE_BUSY') return false;
    throw error;
  }
}

async function statusOf({ provider, target, folder }: Place): Promise<MigrationStatus> {
  return provider === 'sqlite' ? sqliteStatus(target, folder) : postgresStatus(target, folder);
}

async function sqliteStatus(path: string, folder: MigrationsFolder): Promise<MigrationStatus> {
  // Asking must not make the file.
  if (!existsSync(path)) return { applied: [], pending: folder.migrations.map(({ name }) => name) };
  try {
    const reader = openSqliteReader(path);
    return await readMigrationStatus(reader, folder).finally(reader.close);
  } catch (error) {
    if (!driverCode(error)?.startsWith('SQLITE_')) throw error;
    throw refusal(`The database file ${path} cannot be read: ${(error as Error).message}`);
  }
}

async function postgresStatus(url: string, folder: MigrationsFolder): Promise<MigrationStatus> {
  const { createPostgresPool, createPostgresReader } = await import('../postgres/postgres-pool.js');
  const pool = createPostgresPool(url, { onIdleError: () => {} });
  try {
    return await readMigrationStatus(await createPostgresReader(pool), folder);
  } finally {
    await pool.end();
  }
}
