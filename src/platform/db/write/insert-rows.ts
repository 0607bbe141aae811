import { type RawBuilder, sql } from 'kysely';
import { chunksWithin } from '../../arrays/chunks-of.js';
import type { DB } from '../generated/types.js';
import { withFoldedRows } from '../query/folded-columns.js';
import type { Query } from '../query/queries.js';
import type { Provider } from '../query/runner.js';
import type { Transaction } from './transaction.js';
import { type AnyTables, cachedSql, placeholder, writeStatement } from './writing.js';

/**
 * Limits of one insert statement. They keep it well below both databases' limits of parameters, for any number of
 * columns. A statement is built within one iteration of the event loop.
 */
const maxPerStatement = { items: 200, bytes: 1_048_576 };

/** Rows to insert, and what happens to existing rows. */
export interface Insertion<Table extends keyof DB> {
  table: Table;
  /** Rows to insert. All must have the same members. Values have the form of the columns; times are dates. */
  rows: readonly object[];
  /** Whether to skip rows whose keys exist; otherwise they are an error. */
  ignoreExisting?: boolean;
  /**
   * Columns of a key. If a row with the same key exists, its other columns are updated. The keys of the rows must be
   * distinct.
   */
  conflictColumns?: readonly (keyof DB[Table] & string)[];
  /** Whether an existing row with the same key in `conflictColumns` is only locked instead of updated. */
  keepsExisting?: boolean;
  /**
   * Columns that the database computes, as SQL with placeholders. In the rows, their value is the list of parameters.
   */
  computed?: { [Name in keyof DB[Table] & string]?: RawBuilder<unknown> };
}

/**
 * Inserts rows, up to some hundred per statement. `createMany` of Prisma copies each row, which took a tenth of the
 * time and memory of a large import.
 */
export async function insertRows<Table extends keyof DB>(
  { read }: Pick<Transaction, 'read'>,
  insertion: Insertion<Table>,
): Promise<void> {
  for (const statement of insertStatements(read.provider, insertion)) await read.all(statement);
}

/** Buffers the insertion of rows; see `Transaction.buffer`. */
export function bufferInsert<Table extends keyof DB>(
  { read, buffer }: Pick<Transaction, 'read' | 'buffer'>,
  insertion: Insertion<Table>,
): void {
  for (const statement of insertStatements(read.provider, insertion)) buffer(statement);
}

/**
 * Buffers the insertion if there are only a few rows. Otherwise inserts them and waits, because many buffered rows
 * would take too much memory.
 */
export async function bufferInsertIfFew<Table extends keyof DB>(
  tx: Pick<Transaction, 'read' | 'buffer'>,
  insertion: Insertion<Table>,
): Promise<void> {
  if (insertion.rows.length > fewRows || totalBytes(insertion.rows) > maxPerStatement.bytes)
    await insertRows(tx, insertion);
  else bufferInsert(tx, insertion);
}

/** Maximum number of rows to buffer. */
const fewRows = 50;

function* insertStatements<Table extends keyof DB>(
  provider: Provider,
  insertion: Insertion<Table>,
): Generator<Query<never>> {
  const { table, ignoreExisting = false, conflictColumns, computed = {} } = insertion;
  const { keepsExisting = false } = insertion;
  const rows = withFoldedRows(table, insertion.rows);
  for (const some of chunksWithin(rows, maxPerStatement, rowBytes)) {
    const columns = Object.keys(some[0]!);
    const kind = `insert ${table}`;
    const shape = `${columns} ${some.length} ${conflictColumns ?? ignoreExisting} ${keepsExisting}`;
    const build = (db: AnyTables) => {
      const row = Object.fromEntries(
        columns.map((column) => [column, (computed as Record<string, RawBuilder<unknown>>)[column] ?? placeholder]),
      );
      const insert = db.insertInto<string>(table).values(some.map(() => row));
      if (conflictColumns)
        return insert.onConflict((conflict) =>
          conflict
            .columns(conflictColumns)
            .doUpdateSet(
              keepsExisting ? assignmentsOfNewRow(conflictColumns) : assignmentsExceptKey(columns, conflictColumns),
            ),
        );
      return ignoreExisting ? insert.onConflict((conflict) => conflict.doNothing()) : insert;
    };
    const parameters = some.flatMap((row) => columns.flatMap((column) => (row as Record<string, unknown>)[column]));
    yield writeStatement(cachedSql({ provider, kind, shape, build, isCommon: some.length <= commonRows }), parameters);
  }
}

/** Maximum number of rows in an insert statement that gets a name. */
const commonRows = 4;

/** Returns assignments for a conflict: all columns except the key get the values of the new row. */
function assignmentsExceptKey(columns: string[], key: readonly string[]): Record<string, RawBuilder<unknown>> {
  return assignmentsOfNewRow(columns.filter((column) => !key.includes(column)));
}

/** Returns assignments of the new row's values. Assigning the key's own columns changes nothing, but locks the row. */
function assignmentsOfNewRow(columns: readonly string[]): Record<string, RawBuilder<unknown>> {
  return Object.fromEntries(columns.map((column) => [column, sql`${sql.ref(`excluded.${column}`)}`]));
}

function totalBytes(rows: readonly object[]): number {
  return rows.reduce((sum: number, row) => sum + rowBytes(row), 0);
}

/** Returns the approximate size of a row: the bytes of its texts and byte arrays. */
function rowBytes(row: object): number {
  return Object.values(row).reduce((sum: number, value) => sum + (valueBytes(value) ?? 0), 0);
}

function valueBytes(value: unknown): number | undefined {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : undefined;
}
