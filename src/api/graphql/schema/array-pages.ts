import { badInput } from '../../../platform/base/errors.js';
import type { Page, PageRequest } from '../../../platform/db/query/connections.js';
import { openCursor, sealCursor } from '../../../platform/db/query/cursor.js';
import { pageSize, relayNames } from '../../../platform/db/query/page-arguments.js';

/** A list in memory. Its pages contain the items in this order. */
export interface ArrayList<Row> {
  /** Name of the list and all values that identify it. Cursors are valid only for this list. */
  identity: unknown[];
  items: Row[];
}

/**
 * Returns a page of a list in memory. A cursor contains the id and the position of an item. If the item was removed,
 * the page begins at the position.
 * @throws BAD_USER_INPUT for a page size out of range, and for a cursor of another list
 */
export function pageOfArray<Row extends { id: string }>(
  { identity, items }: ArrayList<Row>,
  request: PageRequest,
): Page<Row> {
  const { page, names = relayNames, secret } = request;
  const seal = { secret, list: JSON.stringify(identity) };
  const { size, fromEnd } = pageSize(page, names);
  const indexOfCursor = (name: 'after' | 'before'): number | null => {
    const cursor = page[name];
    if (cursor == null) return null;
    const values = openCursor(cursor, seal);
    if (!values)
      throw badInput(
        names[name],
        `\`${names[name]}\` must be a cursor of this list (got a cursor from another list or none)`,
      );
    const index = items.findIndex(({ id }) => id === values[1]);
    return index >= 0 ? index : Number(values[0]) - (name === 'after' ? 1 : 0);
  };
  const [after, before] = [indexOfCursor('after'), indexOfCursor('before')];
  const [from, to] = [after === null ? 0 : after + 1, before ?? items.length];
  const start = fromEnd ? Math.max(from, to - size) : from;
  const end = fromEnd ? to : Math.min(to, from + size);
  const rows = items.slice(start, Math.max(start, end));
  const places = new Map(rows.map((row, index) => [row, start + index]));
  return {
    rows,
    hasNextPage: end < items.length,
    hasPreviousPage: start > 0,
    cursorOf: (row) => sealCursor([places.get(row)!, row.id], seal),
  };
}
