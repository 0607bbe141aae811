import { sql } from 'kysely';
import { archiveTables } from '../../../../src/modules/lifecycle/archives/archive-tables.js';
import { migrate } from '../../../../src/platform/db/migrations/migrate.js';
import { openStore } from '../../../../src/platform/db/open.js';
import { tableMetadata } from '../../../../src/platform/db/query/columns.js';
import { jsonText } from '../../../../src/platform/db/query/json.js';
import type { Queries } from '../../../../src/platform/db/query/queries.js';
import type { TableName } from '../../../../src/platform/db/query/rows.js';
import type { Store } from '../../../../src/platform/db/write/store.js';
import { atEnd, testFolder } from '../../../support/database.js';
import { insertion } from './archive-world.js';

/** Copies the rows of all tables of archives to a new SQLite database, and opens it. */
export async function copyToSqlite({ read }: Store): Promise<Store> {
  const url = `file:${testFolder()}/copy.db`;
  await migrate({ url });
  const copy = await openStore({ url, patience: 10 });
  atEnd(() => copy.close());
  await copy.transaction(async (tx) => {
    // Rows may refer to later rows of their own table.
    await tx.read.all(sql`pragma defer_foreign_keys = on`);
    for (const { name } of archiveTables)
      for (const row of await rowsOf(read, name)) await tx.read.all(insertion(name, withJsonText(name, row)));
  });
  return copy;
}

function rowsOf(read: Queries, table: TableName): Promise<Record<string, unknown>[]> {
  return read.all(sql<Record<string, unknown>>`select * from ${sql.table(table)}`);
}

/** Returns a row with its JSON values as text. */
function withJsonText(table: TableName, row: Record<string, unknown>): Record<string, unknown> {
  const columns = Object.entries(tableMetadata(table).columns);
  return Object.fromEntries(
    columns.map(([name, { kind }]) => [name, kind === 'json' ? (jsonText(row[name]) ?? null) : row[name]]),
  );
}
