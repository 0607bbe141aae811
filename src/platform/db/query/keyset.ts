import { type Expression, type SqlBool, sql } from 'kysely';
import type { OrderValue } from './cursor.js';

/**
 * The order of a list. All columns run in one direction, the one of the index: `"createdAt" desc, id` would sort every
 * parent's rows where `"createdAt" desc, id desc` reads a page of them. The last column must tell rows apart.
 */
export interface ListOrder {
  /** Columns of the query, as `Table.column` or `column`; each is also selected, under its own name. */
  columns: readonly string[];
  direction: 'asc' | 'desc';
  /** Those of the columns that can be null; null counts as smaller than any value, on both databases. */
  nullable?: readonly string[];
  /**
   * A column that is null in all rows of the list and stands before the others in the index, where it runs against them.
   * Postgres does not know that it tells no rows apart, and sorts the whole list unless it is named.
   */
  behindNull?: string;
}

/** The same order, read from its end. */
export function reversed(order: ListOrder): ListOrder {
  return { ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' };
}

/** The terms of an `order by`. */
export function orderTerms({ columns, direction, nullable = [], behindNull }: ListOrder): Expression<unknown>[] {
  // Postgres takes null for the greatest value, and cannot use an index where it is told otherwise.
  const nulls = direction === 'asc' ? ' nulls first' : ' nulls last';
  const own = columns.map(
    (column) => sql`${sql.ref(column)} ${sql.raw(direction + (nullable.includes(column) ? nulls : ''))}`,
  );
  const against = sql.raw(direction === 'asc' ? 'desc' : 'asc');
  return behindNull === undefined ? own : [sql`${sql.ref(behindNull)} ${against}`, ...own];
}

/** The condition that a row comes after the one with these values. */
export function isAfter(order: ListOrder, values: readonly OrderValue[]): Expression<SqlBool> {
  return order.nullable?.length ? isAfterNullable(order, values) : isAfterTuple(order, values);
}

/** The values of a row that its cursor holds. */
export function orderValues({ columns }: ListOrder, row: object): OrderValue[] {
  return columns.map((column) => Reflect.get(row, column.slice(column.indexOf('.') + 1)) as OrderValue);
}

/** Both databases compare tuples, and walk an index with it. */
function isAfterTuple({ columns, direction }: ListOrder, values: readonly OrderValue[]): Expression<SqlBool> {
  const left = sql.join(columns.map((column) => sql.ref(column)));
  return sql<SqlBool>`(${left}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(values)})`;
}

/** Equal in the first columns and after in the next, for each column. */
function isAfterNullable(order: ListOrder, values: readonly OrderValue[]): Expression<SqlBool> {
  const cases = order.columns.map((column, index) => {
    const equal = order.columns.slice(0, index).map((other, place) => isSame(other, values[place]!));
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
