import { sql } from 'kysely';
import { type MigrationsFolder, readMigrations } from '../migrations/migrations-folder.js';
import type { Queries } from '../query/queries.js';

/** Indexes that the migrations create and that the database lacks, or has in an unusable state. */
export interface IndexProblems {
  /** Number of indexes that the migrations create. */
  expected: number;
  /** Names of missing indexes. */
  missing: string[];
  /** Indexes that Postgres does not use, because their concurrent build was interrupted. */
  invalid: string[];
}

/** Compares the indexes of a migrated database with those that its migrations create. */
export async function findIndexProblems(read: Queries): Promise<IndexProblems> {
  const expected = [...migratedIndexes(readMigrations(read.provider)).keys()].sort();
  const rows = await read.all(presentIndexes[read.provider], { isValid: 'boolean' });
  const present = new Set(rows.map(({ name }) => name));
  return {
    expected: expected.length,
    missing: expected.filter((name) => !present.has(name)),
    invalid: rows.filter(({ isValid }) => !isValid).map(({ name }) => name),
  };
}

const presentIndexes = {
  sqlite: sql<IndexRow>`select name, 1 as "isValid" from sqlite_master where type = 'index'`,
  postgresql: sql<IndexRow>`select c.relname::text as name, i.indisvalid as "isValid"
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = (select oid from pg_namespace where nspname = current_schema())`,
};

interface IndexRow {
  name: string;
  isValid: boolean;
}

/** A statement of a migration that creates or removes indexes. */
const statement =
  /^\s*(?<create>CREATE (?:UNIQUE )?INDEX)(?: IF NOT EXISTS)? "(?<index>[^"]+)"(?<rest>\s+ON "(?<table>[^"]+)"[^;]*)|^\s*(?:DROP INDEX (?:IF EXISTS )?"(?<dropped>[^"]+)"|DROP TABLE (?:IF EXISTS )?"(?<droppedTable>[^"]+)"|ALTER INDEX "(?<from>[^"]+)" RENAME TO "(?<to>[^"]+)")/gm;

/** An index that the migrations create. */
interface MigratedIndex {
  table: string;
  /** `CREATE INDEX` or `CREATE UNIQUE INDEX`. */
  create: string;
  /** SQL after the name, from ` ON`. */
  rest: string;
}

/** Returns the indexes that exist after all migrations, by name, except those of primary keys and constraints. */
export function migratedIndexes({ migrations }: MigrationsFolder): Map<string, MigratedIndex> {
  const indexes = new Map<string, MigratedIndex>();
  for (const { script } of migrations)
    for (const { groups = {} } of script.matchAll(statement)) {
      const { create, index, rest, table, dropped, droppedTable, from, to } = groups;
      if (index) indexes.set(index, { table: table!, create: create!, rest: rest! });
      const renamed = from === undefined ? undefined : indexes.get(from);
      if (renamed) indexes.set(to!, renamed);
      for (const [name, owner] of indexes)
        if (name === dropped || name === from || owner.table === droppedTable) indexes.delete(name);
    }
  return indexes;
}
