import { keyedQuery } from './keyed-query.js';
import type { LoaderDefinition } from './loaders.js';
import type { Queries, Query } from './queries.js';
import type { Row, TableName } from './rows.js';

/** Names of tables with the column `id`. */
export type TableWithId = { [Name in TableName]: Row<Name> extends { id: string } ? Name : never }[TableName];

/** Creates a query that selects whole rows of a table by id. */
export function queryById<Table extends TableWithId>(
  table: Table,
): (queries: Queries, ids: readonly string[]) => Query<Row<Table>> {
  // The casts are necessary because Kysely cannot type a query on a table that is one of several.
  const query = keyedQuery(({ sql }, inKeys) =>
    sql
      .selectFrom(table as 'User')
      .selectAll()
      .where(inKeys('id')),
  );
  return query as object as (queries: Queries, ids: readonly string[]) => Query<Row<Table>>;
}

/** Defines a loader of whole rows of a table by id; it loads null for ids without a row. */
export function rowsById<Table extends TableWithId>(table: Table): LoaderDefinition<string, Row<Table> | null> {
  const query = queryById(table);
  return {
    name: `${table} by id`,
    async load(queries, ids) {
      const rows = await queries.all(query(queries, ids));
      const byId = new Map(rows.map((row) => [(row as { id: string }).id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    },
  };
}
