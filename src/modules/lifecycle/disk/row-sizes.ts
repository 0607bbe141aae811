import { type RawBuilder, sql } from 'kysely';
import { tableMetadata } from '../../../platform/db/query/columns.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { TableName } from '../../../platform/db/query/rows.js';

/** Size of some rows: the bytes of their values, without the overhead of the database. */
export interface RowSizes {
  organizationId: string | null;
  spaceId: string | null;
  bytes: number;
  count: number;
}

/** Bytes that are added for each row, so that small rows have their share of the overhead. */
const rowOverhead = 24;

/** Returns SQL for the size of a row in bytes. It does not read large values, which are stored outside of the row. */
export function rowSize({ provider }: Pick<Queries, 'provider'>, table: TableName): RawBuilder<number> {
  const sizeOf = sql.raw(provider === 'sqlite' ? 'octet_length' : 'pg_column_size');
  const columns = Object.keys(tableMetadata(table).columns).map(
    (name) => sql`coalesce(${sizeOf}(${sql.ref(name)}), 0)`,
  );
  return sql<number>`(${rowOverhead} + ${sql.join(columns, sql` + `)})`;
}

/** Reads the sizes of the rows of a table, by organization and space. */
export function readRowSizes(read: Queries, table: TableName): Promise<RowSizes[]> {
  const { columns } = tableMetadata(table);
  const ownerOf = (owner: 'Organization' | 'Space', column: string): RawBuilder<string | null> =>
    table === owner ? sql`"id"` : column in columns ? sql.ref(column) : sql`cast(null as text)`;
  return read.all(
    sql<RowSizes>`select ${ownerOf('Organization', 'organizationId')} as "organizationId",
      ${ownerOf('Space', 'spaceId')} as "spaceId", cast(sum(${rowSize(read, table)}) as bigint) as "bytes",
      cast(count(*) as bigint) as "count" from ${sql.table(table)} group by 1, 2`,
    { bytes: 'int', count: 'int' },
  );
}
