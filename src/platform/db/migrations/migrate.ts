import { existsSync } from 'node:fs';
import { AppError } from '../../base/errors.js';
import type { LockWait } from '../connection/lock-waits.js';
import { driverCode, startupRefusal } from '../connection/store-errors.js';
import { driverTarget, providerOf } from '../connection/store-url.js';
import { createSqliteFile } from '../sqlite/sqlite-file.js';
import { openSqliteReader } from '../sqlite/sqlite-reader.js';
import type { MigratedDatabase } from './migration-connection.js';
import { type MigrationStatus, readMigrationStatus } from './migration-status.js';
import { type MigrationsFolder, readMigrations } from './migrations-folder.js';

/** Options of `migrate`. `onReport` also receives reports about rows that row steps changed. */
export interface MigrateOptions extends LockWait {
  /** See `StoreOptions.url`. */
  url: string;
  /** Replaces the migrations of the package in tests. */
  folder?: MigrationsFolder;
  /** How long to wait for another process that is migrating, in milliseconds; default: a minute. */
  patience?: number;
}

/**
 * Updates a database by applying the pending migrations. Only one process at a time does this, and each migration is
 * one transaction. Creates a missing SQLite file. If no migration is pending, only one or two reads are necessary.
 * @returns names of the applied migrations
 * @throws AppError with the reason STORE_REFUSED if a migration fails, was changed or is unknown. Also, before the
 * first change, if the role in a Postgres URL lacks a right.
 */
export async function migrate({ url, folder, ...waiting }: MigrateOptions): Promise<string[]> {
  const place = { ...migrationTarget(url, folder), ...waiting };
  if (place.provider === 'sqlite') createSqliteFile(place.target);
  if (await isUpToDate(place)) return [];
  if (place.provider === 'postgresql')
    await (await import('../postgres/postgres-rights.js')).checkMigrationRights(place.target);
  const { applyPending } = await import('./apply-migrations.js');
  return applyPending(place, () => readStatus(place));
}

/**
 * Compares a database with the migrations, without changes.
 * @throws as `migrate`
 */
export async function migrationStatus({ url, folder }: MigrateOptions): Promise<MigrationStatus> {
  return readStatus(migrationTarget(url, folder));
}

/** A database, and the migrations that it must have. */
export interface MigrationTarget extends MigratedDatabase {
  folder: MigrationsFolder;
  /** See `MigrateOptions.patience`. */
  patience?: number;
}

function migrationTarget(url: string, folder?: MigrationsFolder): MigrationTarget {
  const provider = providerOf(url);
  const target = driverTarget(url);
  return { provider, target, folder: folder ?? readMigrations(provider) };
}

/**
 * Reports whether no migration is pending. While another process migrates a SQLite file, the file cannot be read,
 * because that process has locked it.
 */
async function isUpToDate(place: MigrationTarget): Promise<boolean> {
  try {
    return (await readStatus(place)).pending.length === 0;
  } catch (error) {
    if (error instanceof AppError && error.detail.reason === 'STORE_BUSY') return false;
    throw error;
  }
}

async function readStatus({ provider, target, folder }: MigrationTarget): Promise<MigrationStatus> {
  return provider === 'sqlite' ? sqliteStatus(target, folder) : postgresStatus(target, folder);
}

async function sqliteStatus(path: string, folder: MigrationsFolder): Promise<MigrationStatus> {
  // A missing file is not opened, because opening would create it.
  if (!existsSync(path)) return { applied: [], pending: folder.migrations.map(({ name }) => name) };
  try {
    const reader = openSqliteReader(path);
    return await readMigrationStatus(reader, folder).finally(reader.close);
  } catch (error) {
    if (!driverCode(error)?.startsWith('SQLITE_')) throw error;
    throw startupRefusal(`The database file ${path} cannot be read: ${(error as Error).message}`);
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
