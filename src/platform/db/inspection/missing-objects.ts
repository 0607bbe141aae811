import { sql } from 'kysely';
import { readMigrations } from '../migrations/migrations-folder.js';
import { tableMetadata, tableNames } from '../query/columns.js';
import type { Queries } from '../query/queries.js';
import type { Provider } from '../query/runner.js';

/** Returns the tables and columns of the models that the database lacks: `Space`, `Space.title`. */
export async function findMissingColumns(read: Queries): Promise<string[]> {
  const present = new Set((await read.all(columnNames[read.provider])).map(({ name }) => name));
  return tableNames.flatMap((table) => {
    const columns = Object.keys(tableMetadata(table).columns).map((column) => `${table}.${column}`);
    const missing = columns.filter((column) => !present.has(column));
    return missing.length === columns.length ? [table] : missing;
  });
}

const columnNames: Record<Provider, ReturnType<typeof sql<{ name: string }>>> = {
  sqlite: sql`select t.name || '.' || c.name as name from sqlite_master as t, pragma_table_info(t.name) as c
    where t.type = 'table'`,
  postgresql: sql`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema()`,
};

/** A statement of a migration that creates or removes a trigger, a function or a virtual table. */
const statement =
  /^\s*(?:CREATE (?:OR REPLACE )?(?:TRIGGER|FUNCTION|VIRTUAL TABLE) "?(?<created>\w+)"?|DROP (?:TRIGGER|FUNCTION|TABLE) (?:IF EXISTS )?"?(?<dropped>\w+)"?)/gim;

/** Returns the triggers, functions and virtual tables of the migrations that the database lacks. */
export async function findMissingRoutines(read: Queries): Promise<string[]> {
  const expected = new Set<string>();
  for (const { script } of readMigrations(read.provider).migrations)
    for (const { groups = {} } of script.matchAll(statement)) {
      if (groups.created) expected.add(groups.created);
      if (groups.dropped) expected.delete(groups.dropped);
    }
  const present = new Set((await read.all(routineNames[read.provider])).map(({ name }) => name));
  return [...expected].filter((name) => !present.has(name));
}

const routineNames: Record<Provider, ReturnType<typeof sql<{ name: string }>>> = {
  sqlite: sql`select name from sqlite_master where type in ('table', 'trigger')`,
  postgresql: sql`select p.proname::text as name from pg_proc as p
      where p.pronamespace = (select oid from pg_namespace where nspname = current_schema())
    union all select t.tgname::text from pg_trigger as t where not t.tgisinternal`,
};
