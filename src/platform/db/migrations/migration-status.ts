import { sql } from 'kysely';
import { startupRefusal } from '../connection/store-errors.js';
import { createQueries, type Queries } from '../query/queries.js';
import type { Runner } from '../query/runner.js';
import { type MigrationsFolder, readMigrations } from './migrations-folder.js';
import { describeNewer, type UnknownMigration } from './newer-database.js';
import { describeUnfinishedMove, markerTable, readUnfinishedMove } from './unfinished-move.js';

/** Applied and pending migrations of a database. */
export interface MigrationStatus {
  /** Migrations that the database has, oldest first. */
  applied: string[];
  /** Migrations that the database lacks, oldest first. */
  pending: string[];
}

/** A migration status that also lists the applied migrations that this version does not have in the same form. */
export interface MigrationComparison extends MigrationStatus {
  /** Applied migrations that this version does not have, oldest first. A newer version has applied them. */
  unknown: UnknownMigration[];
  /** Applied migrations whose file has changed, each with the checksum of the applied file. */
  changed: { name: string; checksum: string }[];
  /** Source of an unfinished move to the database; null if there is none. */
  moveFrom: string | null;
}

/** Compares the migrations with those in the database's table of Prisma, by name and checksum. */
export async function compareMigrations(runner: Runner, folder?: MigrationsFolder): Promise<MigrationComparison> {
  const { migrations } = folder ?? readMigrations(runner.provider);
  const queries = createQueries(runner);
  const tables = await readTables(queries);
  const records = tables.has(recordTable) ? await readRecords(queries) : [];
  const applied = records.filter((record) => record.finished_at !== null && record.rolled_back_at === null);
  const shipped = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  const known = applied.filter(({ migration_name }) => shipped.has(migration_name));
  const names = new Set(applied.map((record) => record.migration_name));
  return {
    applied: [...names],
    pending: migrations.map((migration) => migration.name).filter((name) => !names.has(name)),
    unknown: applied
      .filter(({ migration_name }) => !shipped.has(migration_name))
      .map(({ migration_name: name, logs }) => ({ name, logs })),
    changed: known
      .filter(({ migration_name, checksum }) => shipped.get(migration_name) !== checksum)
      .map(({ migration_name: name, checksum }) => ({ name, checksum })),
    moveFrom: tables.has(markerTable) ? await readUnfinishedMove(queries) : null,
  };
}

/**
 * Reads the applied and the pending migrations of a database.
 * @throws AppError with the reason STORE_REFUSED if an applied migration differs from its file in the package or is
 * unknown, or a move is not finished
 */
export async function readMigrationStatus(runner: Runner, folder?: MigrationsFolder): Promise<MigrationStatus> {
  const { unknown, changed, moveFrom, ...status } = await compareMigrations(runner, folder);
  if (moveFrom !== null) throw startupRefusal(describeUnfinishedMove(moveFrom));
  if (unknown.length > 0) throw startupRefusal(describeNewer(unknown));
  if (changed.length > 0) throw startupRefusal(describeChanged(changed[0]!));
  return status;
}

/** Returns a sentence that names the changed migration and what to do next. */
export function describeChanged({ name, checksum }: MigrationComparison['changed'][number]): string {
  return `The migration ${name} was changed after it was applied: restore its file to the checksum ${checksum}`;
}

interface MigrationRecord {
  migration_name: string;
  checksum: string;
  finished_at: string | null;
  rolled_back_at: string | null;
  logs: string | null;
}

async function readRecords(queries: Queries): Promise<MigrationRecord[]> {
  return queries.all(sql<MigrationRecord>`
    select migration_name, checksum, cast(finished_at as text) as finished_at, cast(rolled_back_at as text) as rolled_back_at, logs
    from ${sql.table(recordTable)} order by migration_name`);
}

/** Table in which Prisma and docgraph record applied migrations. */
const recordTable = '_prisma_migrations';

/** Returns which of the tables outside of the models exist. */
async function readTables(queries: Queries): Promise<Set<string>> {
  const names = sql.join([recordTable, markerTable]);
  const query =
    queries.provider === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name in (${names})`
      : sql<{ name: string }>`select name from unnest(array[${names}]) as name where to_regclass(name) is not null`;
  return new Set((await queries.all(query)).map(({ name }) => name));
}
