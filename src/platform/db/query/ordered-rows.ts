import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from './queries.js';
import type { TableName } from './rows.js';

/** A row with its columns by name. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** Rows of a table, ordered by columns that together identify a row. */
export interface OrderedRows {
  table: TableName;
  /** Columns and computed values to read; the columns of the order must be among them. */
  selection: readonly Expression<unknown>[];
  where: Expression<SqlBool>;
  order: readonly string[];
  /**
   * Columns of the order that contain arbitrary text. They are compared by their bytes; by default, Postgres compares
   * text by the rules of a language.
   */
  textColumns?: ReadonlySet<string>;
}

/** A part of the rows. */
export interface RowRange {
  /** Last row before the range; absent if the range begins with the first row. */
  after?: AnyRow | undefined;
  /** Last row of the range; absent if the range has no last row. */
  until?: AnyRow | undefined;
  /** Maximum number of rows. */
  limit: number;
}

/** Reads all rows, `limit` at a time. The order is the same on both databases: numbers, and the bytes of text. */
export async function* readInOrder(read: Queries, rows: OrderedRows, limit: number): AsyncGenerator<AnyRow[]> {
  for (let after: AnyRow | undefined; ; ) {
    const found = await readRange(read, rows, { after, limit });
    if (found.length > 0) yield found;
    if (found.length < limit) return;
    after = found.at(-1);
  }
}

/** Reads a part of the rows. */
export function readRange(read: Queries, rows: OrderedRows, { after, until, limit }: RowRange): Promise<AnyRow[]> {
  const terms = orderTerms(read, rows);
  const conditions = [rows.where];
  if (after) conditions.push(...compare('>', { terms, values: orderColumnValues(rows, after) }));
  if (until) conditions.push(...compare('<=', { terms, values: orderColumnValues(rows, until) }));
  return read.all(sql<AnyRow>`select ${sql.join(rows.selection)} from ${sql.table(rows.table)}
    where ${sql.join(conditions, sql` and `)} order by ${sql.join(terms)} limit ${limit}`);
}

function orderTerms({ provider }: Queries, { order, textColumns }: OrderedRows): RawBuilder<unknown>[] {
  return order.map((column) =>
    provider === 'postgresql' && textColumns?.has(column)
      ? sql`${sql.ref(column)} collate "C"`
      : sql`${sql.ref(column)}`,
  );
}

function orderColumnValues({ order }: OrderedRows, row: AnyRow): unknown[] {
  return order.map((column) => row[column]);
}

/** Terms of the order, and the values of a row for them. */
interface Comparison {
  terms: readonly RawBuilder<unknown>[];
  values: readonly unknown[];
}

/**
 * Returns the conditions that compare rows with the given values. The separate condition on the first term lets
 * Postgres use an index whose other columns have another collation.
 */
function compare(operator: '>' | '<=', { terms, values }: Comparison): RawBuilder<SqlBool>[] {
  const whole = sql<SqlBool>`(${sql.join(terms)}) ${sql.raw(operator)} (${sql.join(values)})`;
  if (terms.length === 1) return [whole];
  return [sql<SqlBool>`${terms[0]} ${sql.raw(operator === '>' ? '>=' : '<=')} ${values[0]}`, whole];
}
