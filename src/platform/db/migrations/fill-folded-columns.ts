import { sql } from 'kysely';
import { foldText } from '../query/fold.js';
import { foldedColumns } from '../query/folded-columns.js';
import type { MigrationTransaction } from './migration-connection.js';

/** Maximum number of rows that one statement changes. */
const portion = 500;

interface Titled {
  id: string;
  title: string;
}

/** Returns the step that fills the columns with folded texts of tables, in all their rows. */
export function fillFoldedColumns(...tables: (keyof typeof foldedColumns)[]) {
  return async (rows: MigrationTransaction): Promise<string[]> => {
    await lockTables(rows, tables);
    for (const table of tables) await fillFoldedColumn(rows, { table, ...foldedColumns[table]! });
    return [];
  };
}

/**
 * Locks tables against writes, because the script of the migration indexes them after the step. Without this lock, a
 * server that waits for a changed row would hold the table, and the index would wait for the server.
 */
async function lockTables({ provider, run }: MigrationTransaction, tables: readonly string[]): Promise<void> {
  if (provider === 'sqlite') return;
  await run(sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share row exclusive mode`);
}

async function fillFoldedColumn(
  rows: MigrationTransaction,
  { table, text, key }: { table: string; text: string; key: string },
): Promise<void> {
  const [from, column] = [sql.table(table), sql.ref(key)];
  for (let after = ''; ; ) {
    const found = await rows.all(
      sql<Titled>`select "id", ${sql.ref(text)} as "title" from ${from} where "id" > ${after} order by "id" limit ${portion}`,
    );
    if (found.length === 0) return;
    const cases = sql.join(
      found.map(({ id, title }) => sql`when ${id} then ${foldText(title)}`),
      sql` `,
    );
    const last = found.at(-1)!.id;
    await rows.run(
      sql`update ${from} set ${column} = case "id" ${cases} end where "id" > ${after} and "id" <= ${last}`,
    );
    after = last;
  }
}
