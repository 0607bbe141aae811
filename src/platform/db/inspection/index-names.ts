import { sql } from 'kysely';
import { type MigrationsFolder, readMigrations } from '../migrations/migrations-folder.js';
import type { Queries } from '../query/queries.js';

/** Indexes that the migrations create and that the database lacks, or has in an unusable state. */
export interface IndexProblems {
  /** Number of indexes that the migrations create. */
  expected: number;
  missing: string[];
  /** Indexes that Postgres does not use, because their concurrent build was interrupted. */
  invalid: string[];
}

/** Compares the indexes of a migrated database with those that its migrations create. */
export async function findIndexProblems(read: Queries): Promise<IndexProblems> {
  const expected = indexNamesIn(readMigrations(read.provider));
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
  /^\s*(?:(?<create>CREATE (?:UNIQUE )?INDEX)(?: IF NOT EXISTS)? "(?<index>[^"]+)"\s+ON "(?<table>[^"]+)"|DROP INDEX (?:IF EXISTS )?"(?<dropped>[^"]+)"|DROP TABLE (?:IF EXISTS )?"(?<droppedTable>[^"]+)"|ALTER INDEX "(?<from>[^"]+)" RENAME TO "(?<to>[^"]+)")/gm;

/** Returns the names of the indexes that exist after all migrations, except those of primary keys and constraints. */
function indexNamesIn({ migrations }: MigrationsFolder): string[] {
  const tableByIndex = new Map<string, string>();
  for (const { script } of migrations)
    for (const { groups = {} } of script.matchAll(statement)) {
      const { index, table, dropped, droppedTable, from, to } = groups;
      if (index) tableByIndex.set(index, table!);
      if (from) tableByIndex.set(to!, tableByIndex.get(from) ?? '');
      for (const [name, owner] of tableByIndex)
        if (name === dropped || name === from || owner === droppedTable) tableByIndex.delete(name);
    }
  return [...tableByIndex.keys()].sort();
}
