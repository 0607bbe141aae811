import { type RawBuilder, sql } from 'kysely';
import { tables } from '../generated/columns.js';
import { createQueries } from '../query/queries.js';
import type { Runner } from '../query/runner.js';
import { compareMigrations, describeChanged } from './migration-status.js';
import { describeUnfinishedMove } from './unfinished-move.js';

/**
 * Creates a check of whether this version can serve a database. The check returns null if it can, otherwise the reason.
 * If a newer version has migrated the database, all tables and columns of the models must still exist. The columns are
 * read once per set of newer migrations.
 * @throws AppError if the database does not respond
 */
export function createReadiness(runner: Runner): () => Promise<string | null> {
  let complete = '';
  return async () => {
    const { pending, unknown, changed, moveFrom } = await compareMigrations(runner);
    if (moveFrom !== null) return describeUnfinishedMove(moveFrom);
    if (pending.length > 0) return `pending migrations: ${pending.join(', ')}`;
    if (changed.length > 0) return describeChanged(changed[0]!);
    const newer = unknown.map(({ name }) => name).join(', ');
    if (newer === complete) return null;
    const missing = await missingColumn(runner);
    if (missing === null) complete = newer;
    return missing && `the newer migrations ${newer} have removed ${missing}, which this version needs`;
  };
}

/** Returns a column of the models that is missing from the database; null if it has all of them. */
async function missingColumn(runner: Runner): Promise<string | null> {
  const rows = await createQueries(runner).all(columns[runner.provider]);
  const present = new Set(rows.map(({ name, column }) => `${name}.${column}`));
  const needed = Object.entries(tables).flatMap(([table, { columns: own }]) =>
    Object.keys(own).map((column) => `${table}.${column}`),
  );
  return needed.find((column) => !present.has(column)) ?? null;
}

const columns: Record<Runner['provider'], RawBuilder<{ name: string; column: string }>> = {
  sqlite: sql`select m.name as name, c.name as "column" from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`,
  postgresql: sql`select c.relname::text as name, a.attname::text as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
      and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
};
