import { type Expression, type SqlBool, sql } from 'kysely';
import type { OrderValue } from './cursor.js';

/**
 * The order of a list. All columns must have the same direction as in the index. With `"createdAt" desc, id desc`, a
 * page is read from an index; with `"createdAt" desc, id`, all rows of each parent would be sorted. The last column
 * must be unique.
 */
export interface ListOrder {
  /** Columns of the query, as `Table.column` or `column`. The query must also select each under its own name. */
  columns: readonly string[];
  direction: 'asc' | 'desc';
  /** Columns that may be null. On both databases, null counts as smaller than any value. */
  nullable?: readonly string[];
  /**
   * A column that is null in all rows of the list. It precedes the others in the index, with the opposite direction.
   * Postgres does not know that the column is constant, so it sorts the whole list unless the order contains the
   * column.
   */
  constantNullColumn?: string;
}

/** Returns the reversed order. */
export function reversed(order: ListOrder): ListOrder {
  return { ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' };
}

/** Returns the terms of `order by`. */
export function orderTerms({
  columns,
  direction,
  nullable = [],
  constantNullColumn,
}: ListOrder): Expression<unknown>[] {
  // Postgres treats null as the greatest value by default. A specified position of nulls prevents the use of an index,
  // so it is specified only for nullable columns.
  const nulls = direction === 'asc' ? ' nulls first' : ' nulls last';
  const own = columns.map(
    (column) => sql`${sql.ref(column)} ${sql.raw(direction + (nullable.includes(column) ? nulls : ''))}`,
  );
  const against = sql.raw(direction === 'asc' ? 'desc' : 'asc');
  return constantNullColumn === undefined ? own : [sql`${sql.ref(constantNullColumn)} ${against}`, ...own];
}

/** Returns the condition that a row is after the row with these values. */
export function isAfter(order: ListOrder, values: readonly OrderValue[]): Expression<SqlBool> {
  return order.nullable?.length ? isAfterNullable(order, values) : isAfterTuple(order, values);
}

/** Returns the values of a row for its cursor. */
export function orderValues({ columns }: ListOrder, row: object): OrderValue[] {
  return columns.map((column) => Reflect.get(row, column.slice(column.indexOf('.') + 1)) as OrderValue);
}

/** Compares the columns as tuples, because both databases can use an index for tuples. */
function isAfterTuple({ columns, direction }: ListOrder, values: readonly OrderValue[]): Expression<SqlBool> {
  const left = sql.join(columns.map((column) => sql.ref(column)));
  return sql<SqlBool>`(${left}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(values)})`;
}

/**
 * Combines one case per column: a row equals the values in all earlier columns, and comes after the value in this
 * column.
 */
function isAfterNullable(order: ListOrder, values: readonly OrderValue[]): Expression<SqlBool> {
  const cases = order.columns.map((column, index) => {
    const equal = order.columns.slice(0, index).map((earlierColumn, place) => isSame(earlierColumn, values[place]!));
    return sql`(${sql.join([...equal, isBeyond(order, column, values[index]!)], sql` and `)})`;
  });
  return sql<SqlBool>`(${sql.join(cases, sql` or `)})`;
}

function isSame(column: string, value: OrderValue): Expression<unknown> {
  return value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`;
}

function isBeyond({ direction }: ListOrder, column: string, value: OrderValue): Expression<unknown> {
  const reference = sql.ref(column);
  if (direction === 'asc') return value === null ? sql`${reference} is not null` : sql`${reference} > ${value}`;
  return value === null ? sql`1 = 0` : sql`(${reference} < ${value} or ${reference} is null)`;
}
