import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/db/query/queries.js';
import type { TableName } from '../../platform/db/query/rows.js';

/** Rows to count: a table, and the values that its columns must have. */
export type RowFilter = readonly [table: TableName, where: Readonly<Record<string, string | boolean | null>>];

/** Returns numbers of rows by name, from one statement. */
export async function countRows<Name extends string>(
  read: Queries,
  filters: Readonly<Record<Name, RowFilter>>,
): Promise<Record<Name, number>> {
  const entries = Object.entries<RowFilter>(filters);
  const counts = entries.map(([name, filter]) => sql`(${countQuery(filter)}) as ${sql.ref(name)}`);
  const decode = Object.fromEntries(entries.map(([name]) => [name, 'int'])) as Record<Name, 'int'>;
  return (await read.first(sql<Record<Name, number>>`select ${sql.join(counts)}`, decode))!;
}

function countQuery([table, where]: RowFilter): RawBuilder<unknown> {
  const conditions = Object.entries(where).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  );
  return sql`select count(*) from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
}
