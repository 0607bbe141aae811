import { existsSync } from 'node:fs';
import { AppError } from '../errors.js';
import { withMigrationLock } from './migration-lock.js';
import { type MigrationStatus, readMigrationStatus } from './migration-status.js';
import { type MigrationsFolder, readMigrations } from './migrations-folder.js';
import { createPostgresPool, createPostgresReader } from './postgres-pool.js';
import type { Provider } from './runner.js';
import { migrationList, noFilter, withSchemaEngine } from './schema-engine.js';
import { createSqliteFile } from './sqlite-file.js';
import { openSqliteReader } from './sqlite-reader.js';
import { driverCode, refusal } from './store-errors.js';
import { providerOf, targetOf } from './store-url.js';

/** What `migrate` is told. */
export interface MigrateOptions {
  /** As for `openStore`. */
  url: string;
  /** Other migrations than those that the package ships; for tests. */
  folder?: MigrationsFolder;
}

/**
 * Brings a database up to date: applies the migrations that it lacks, one process at a time, each whole or not at all.
 * A SQLite file is created where it is missing. Answers the names of those it applied; costs one read where none is
 * pending.
 * @throws AppError with the reason STORE_REFUSED where a migration fails, was changed or is unknown.
 */
export async function migrate({ url, folder }: MigrateOptions): Promise<string[]> {
  const place = placeOf(url, folder);
  if (place.provider === 'sqlite') createSqliteFile(place.target);
  if (await isUpToDate(place)) return [];
  return withMigrationLock(place.provider, place.target, () => applyPending(place));
}

/** How a database stands to the migrations; changes nothing. @throws as `migrate`. */
export async function migrationStatus({ url, folder }: MigrateOptions): Promise<MigrationStatus> {
  return statusOf(placeOf(url, folder));
}

interface Place {
  provider: Provider;
  /** Path of the SQLite file or URL of the Postgres database. */
  target: string;
  folder: MigrationsFolder;
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

/** Another process may have migrated while this one waited for the lock: the status is read again. */
async function applyPending(place: Place): Promise<string[]> {
  const { pending, interrupted } = await statusOf(place);
  if (pending.length === 0) return [];
  return withSchemaEngine(place, async (engine) => {
    // Nobody else is at it, and scripts are applied whole: what was interrupted has left nothing.
    for (const migrationName of interrupted) await engine.markMigrationRolledBack({ migrationName });
    const migrationsList = migrationList(place.folder);
    return (await engine.applyMigrations({ migrationsList, filters: noFilter })).appliedMigrationNames;
  }).catch(async (error: Error) => {
    const [name = pending[0]] = (await statusOf(place)).interrupted;
    throw refusal(`The migration ${name} failed and was undone: ${sentenceOf(error.message)}`);
  });
}

/**
 * The engine adds where in its own sources it was, one numbered line each; and it has no word for a SQLite file that someone
 * else has open, which it needs for itself.
 */
function sentenceOf(message: string): string {
  if (message.includes('SocketTimeout'))
    return 'another process has the database open, such as a server; stop it and try again';
  return message
    .split(/^ *0: /m, 1)[0]!
    .trim()
    .replace(/\s+/g, ' ');
}

async function statusOf({ provider, target, folder }: Place): Promise<MigrationStatus> {
  return provider === 'sqlite' ? sqliteStatus(target, folder) : postgresStatus(target, folder);
}

async function sqliteStatus(path: string, folder: MigrationsFolder): Promise<MigrationStatus> {
  // Asking must not make the file.
  if (!existsSync(path)) return { applied: [], pending: folder.migrations.map(({ name }) => name), interrupted: [] };
  try {
    const reader = openSqliteReader(path);
    return await readMigrationStatus(reader, folder).finally(reader.close);
  } catch (error) {
    if (!driverCode(error)?.startsWith('SQLITE_')) throw error;
    throw refusal(`The database file ${path} cannot be read: ${(error as Error).message}`);
  }
}

async function postgresStatus(url: string, folder: MigrationsFolder): Promise<MigrationStatus> {
  const pool = createPostgresPool(url, { onIdleError: () => {} });
  try {
    return await readMigrationStatus(await createPostgresReader(pool), folder);
  } finally {
    await pool.end();
  }
}
