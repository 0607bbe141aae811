import { type Expression, type SqlBool, sql } from 'kysely';
import { tableMetadata } from '../../../platform/db/query/columns.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import { selfReferences } from '../../../platform/db/query/table-order.js';
import type { Store } from '../../../platform/db/write/store.js';
import { chunkSize } from './organization-tables.js';

/** Input of `removeRows`: the rows of an organization in a table. */
interface RowRemoval {
  store: Store;
  table: TableName;
  organizationId: string;
  /** Aborts between two transactions. */
  signal: AbortSignal;
}

/**
 * Removes the rows of an organization from a table, in short transactions. Reads the keys of the rows in order before
 * each transaction, so that no transaction scans the table.
 * @returns whether the table had such rows
 */
export async function removeRows(rows: RowRemoval): Promise<boolean> {
  const { table } = rows;
  for (const column of selfReferences(table)) await clearSelfReferences(rows, column);
  return changeInChunks(rows, sql`true`, (isInChunk) => sql`delete from ${sql.table(table)} where ${isInChunk}`);
}

/** Clears a column that refers to the same table, so that no chunk removes a row that rows of later chunks refer to. */
async function clearSelfReferences(rows: RowRemoval, column: string): Promise<void> {
  const isSet = sql<SqlBool>`${sql.ref(column)} is not null`;
  await changeInChunks(
    rows,
    isSet,
    (isInChunk) => sql`update ${sql.table(rows.table)} set ${sql.ref(column)} = null where ${isInChunk}`,
  );
}

/** A primary key: its values in the order of the columns. */
type Key = (string | number)[];

/**
 * Runs a statement for all rows that meet a condition, with one chunk of rows per transaction. Returns whether there
 * were any.
 */
async function changeInChunks(
  { store, table, organizationId, signal }: RowRemoval,
  condition: Expression<unknown>,
  statement: (isInChunk: Expression<SqlBool>) => ReturnType<typeof sql>,
): Promise<boolean> {
  for (let last: Key | null = null; ; ) {
    signal.throwIfAborted();
    const keys: Key[] = await readKeys(store.read, { table, organizationId, condition, last });
    if (keys.length > 0)
      await store.transaction((tx) => tx.read.all(statement(isOneOfKeys(table, keys))), organizationId);
    if (keys.length < chunkSize(table)) return last !== null || keys.length > 0;
    last = keys.at(-1)!;
  }
}

/** Input of `readKeys`. */
interface KeyRange {
  table: TableName;
  organizationId: string;
  condition: Expression<unknown>;
  /** Last key of the previous chunk; null for the first chunk. */
  last: Key | null;
}

async function readKeys(read: Queries, { table, organizationId, condition, last }: KeyRange): Promise<Key[]> {
  const key = tableMetadata(table).key;
  const columns = columnsOf(table);
  const isNext = last === null ? sql`true` : sql`(${columns}) > (${sql.join(last)})`;
  const rows = await read.all(sql<Record<string, string | number>>`select ${columns} from ${sql.table(table)}
    where "organizationId" = ${organizationId} and ${condition} and ${isNext}
    order by ${columns} limit ${chunkSize(table)}`);
  return rows.map((row) => key.map((column) => row[column]!));
}

function columnsOf(table: TableName) {
  return sql.join(tableMetadata(table).key.map((column) => sql.ref(column)));
}

function isOneOfKeys(table: TableName, keys: readonly Key[]): Expression<SqlBool> {
  // Postgres treats an untyped parameter in a list of values as text.
  const castNumber = (value: string | number) =>
    typeof value === 'number' ? sql`cast(${value} as integer)` : sql`${value}`;
  const values = sql.join(keys.map((key) => sql`(${sql.join(key.map(castNumber))})`));
  return sql<SqlBool>`(${columnsOf(table)}) in (values ${values})`;
}
