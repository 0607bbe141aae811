import { sql } from 'kysely';
import { type MigrationsFolder, readMigrations } from './migrations-folder.js';
import { createQueries, type Queries } from './queries.js';
import type { Runner } from './runner.js';
import { refusal } from './store-errors.js';

/** How a database stands to the migrations of this version. */
export interface MigrationStatus {
  /** Migrations in the database, oldest first. */
  applied: string[];
  /** Migrations that it lacks, oldest first. */
  pending: string[];
  /** Of the pending, those that were begun and neither finished nor undone: the process died, or the script failed. */
  interrupted: string[];
}

/**
 * Compares a database with the migrations by name and checksum, from Prisma's own table.
 * @throws AppError with the reason STORE_REFUSED where an applied migration differs from the one shipped, or is unknown.
 */
export async function readMigrationStatus(runner: Runner, folder?: MigrationsFolder): Promise<MigrationStatus> {
  const { migrations } = folder ?? readMigrations(runner.provider);
  const records = await readRecords(createQueries(runner));
  const applied = records.filter((record) => record.finished_at !== null && record.rolled_back_at === null);
  const shipped = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const { migration_name, checksum } of applied) refuseDifference(migration_name, checksum, shipped);
  const names = new Set(applied.map((record) => record.migration_name));
  const open = records.filter((record) => record.finished_at === null && record.rolled_back_at === null);
  return {
    applied: [...names],
    pending: migrations.map((migration) => migration.name).filter((name) => !names.has(name)),
    interrupted: open.map((record) => record.migration_name),
  };
}

interface MigrationRecord {
  migration_name: string;
  checksum: string;
  finished_at: string | null;
  rolled_back_at: string | null;
}

async function readRecords(queries: Queries): Promise<MigrationRecord[]> {
  if (!(await hasTable(queries))) return [];
  return queries.all(sql<MigrationRecord>`
    select migration_name, checksum, cast(finished_at as text) as finished_at, cast(rolled_back_at as text) as rolled_back_at
    from _prisma_migrations order by migration_name`);
}

async function hasTable(queries: Queries): Promise<boolean> {
  const query =
    queries.provider === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name = '_prisma_migrations'`
      : sql`select 1 as name where to_regclass('_prisma_migrations') is not null`;
  return (await queries.first(query)) !== undefined;
}

function refuseDifference(name: string, checksum: string, shipped: Map<string, string>): void {
  const expected = shipped.get(name);
  if (expected === undefined) {
    throw refusal(`The database has the migration ${name}, which this version does not know: start the newer version`);
  }
  if (expected !== checksum) {
    throw refusal(
      `The migration ${name} was changed after it was applied: restore its file to the checksum ${checksum}`,
    );
  }
}
