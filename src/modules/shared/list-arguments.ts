import type { ArgumentRef } from '@pothos/core';
import { type Expression, type SqlBool, sql } from 'kysely';
import { builder, type Fields, type InputFields, type Types } from '../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../api/graphql/schema/enums.js';
import type { ListOrder } from '../../platform/db/query/keyset.js';
import type { Queries } from '../../platform/db/query/queries.js';

// The arguments of lists: `filter`, `orderBy` and `search`. Source of the convention: docs/schema-guide.md.

/** Sort directions of lists. */
const OrderDirection = documentedEnum('OrderDirection', 'Direction of a list.', {
  asc: 'The oldest first.',
  desc: 'The newest first.',
});

/** A field that a list can be ordered by. */
export interface OrderField<Order> {
  description: string;
  order: Order;
  /** Direction if the client gives none; `desc` if this is absent. */
  direction?: 'asc' | 'desc';
}

/** A field and a direction that a client has given. */
export interface GivenOrder {
  field: string;
  direction?: string | null;
}

/** The argument `orderBy` of a list, and the orders that a client can choose. */
export interface OrderChoice<Order> {
  /** Declares the argument `orderBy`. */
  argument(t: Pick<Fields<unknown>, 'arg'>): ArgumentRef<Types, readonly GivenOrder[] | null | undefined>;
  /** Returns the order and direction that the client chose. Without a choice, returns the first order of the list. */
  chosen(given: readonly GivenOrder[] | null | undefined): { order: Order; direction: 'asc' | 'desc' };
}

/**
 * Declares the orders of a list, as an input type with a field and a direction. A client can give one order at a time.
 * @param item name of the input type, without the suffix `Order`
 * @param fields fields to order by; the first is the default
 * @param restName name of the enumeration of fields in OpenAPI; absent if `/v1` does not have it
 */
export function orderChoice<Order>(
  item: string,
  fields: Readonly<Record<string, OrderField<Order>>>,
  restName?: string,
): OrderChoice<Order> {
  const [first] = Object.keys(fields) as [string];
  const text = { description: 'Criterion of an order.', rest: restName === undefined ? {} : { name: restName } };
  const texts = Object.entries(fields).map(([name, { description }]): [string, string] => [name, description]);
  const OrderField = documentedEnum(`${item}OrderField`, text, Object.fromEntries(texts));
  const Order = builder.inputType(`${item}Order`, {
    description: 'Order of a list.',
    fields: (t) => ({
      field: t.field({ type: OrderField, required: true, description: 'Criterion of the order.' }),
      direction: t.field({
        type: OrderDirection,
        description: 'Direction; the default is `ASC` for texts and positions, and `DESC` for times and numbers.',
        extensions: { rest: { description: 'Direction; default `DESC`.' } },
      }),
    }),
  });
  return {
    argument: (t) =>
      t.arg({
        type: [Order],
        description: 'Order; at most one.',
        extensions: { rest: { schema: { maxItems: 1 } } },
      }) as never,
    chosen(given) {
      const { field, direction } = given?.[0] ?? { field: first };
      const { order, direction: defaultDirection = 'desc' } = fields[field]!;
      return { order, direction: (direction ?? defaultDirection) as 'asc' | 'desc' };
    },
  };
}

/**
 * Columns of an index that a list is ordered by, most significant first. The last one is unique, so that the order is
 * total.
 */
export type Columns = Pick<ListOrder, 'columns' | 'nullable' | 'constantNullColumn'>;

export const byTitle: OrderField<Columns> = {
  description: 'Title, ignoring case and diacritics.',
  order: { columns: ['titleKey', 'id'] },
  direction: 'asc',
};

/** Returns the order that the client chose, for a list of database rows. */
export function rowOrder(choice: OrderChoice<Columns>, given: readonly GivenOrder[] | null | undefined): ListOrder {
  const { order, direction } = choice.chosen(given);
  return { ...order, direction };
}

/** Column with the time of the last change of a row, and the earliest time to include. */
interface ChangedSince {
  column: string;
  since: string;
}

/**
 * Returns the condition that a row changed at a time or later. For this condition, SQLite would use the index of the
 * time column, and then sort the rows. A plus sign hides the column from the query planner, so that SQLite uses the
 * index of the order and need not sort.
 */
export function hasChanged(
  { provider }: Queries,
  order: ListOrder,
  { column, since }: ChangedSince,
): Expression<SqlBool> {
  const isOrder = order.columns[0] === column;
  const hidden = provider === 'sqlite' && !isOrder ? sql`+` : sql``;
  return sql<SqlBool>`${hidden}${sql.ref(column)} >= ${since}`;
}

/**
 * Function that returns the value that decides the order of an item in a list in memory. Null comes first in ascending
 * order, as in the database.
 */
export type SortKey<Item> = (item: Item) => string | number | null;

/**
 * Returns items in the order that the client chose. If that order is null, the items stay in the given order, or are
 * reversed for `desc`.
 */
export function orderedItems<Item>(
  items: readonly Item[],
  choice: OrderChoice<SortKey<Item> | null>,
  given: readonly GivenOrder[] | null | undefined,
): Item[] {
  const { order: key, direction } = choice.chosen(given);
  if (key === null) return direction === 'asc' ? [...items] : items.toReversed();
  const keyed = items.map((item) => ({ item, key: key(item) }));
  keyed.sort((left, right) => compare(left.key, right.key));
  if (direction === 'desc') keyed.reverse();
  return keyed.map(({ item }) => item);
}

function compare(left: string | number | null, right: string | number | null): number {
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? -1 : 1;
  return left < right ? -1 : 1;
}

/**
 * Declares the argument `search` of a list.
 * @param searchedText name of the text that is searched, such as `title`
 */
export function searchArgument(t: Pick<Fields<unknown>, 'arg'>, searchedText: string) {
  return t.arg.string({
    description: `Only those whose ${searchedText} contains this text, ignoring case and diacritics.`,
  });
}

/** Declares the member `updatedSince` of a filter. */
export const updatedSince = (t: InputFields) =>
  t.field({ type: 'DateTime', description: 'Only those that changed at this time or later.' });
