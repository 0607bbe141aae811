/** An item of an in-memory list, with its index in the list as its id. */
export type WithIndexId<Item> = Item & { id: string };

/** Adds ids, which cursors need, to the items of an in-memory list: their indexes. */
export function withIndexIds<Item extends object>(items: readonly Item[]): WithIndexId<Item>[] {
  return items.map((item, index) => ({ ...item, id: String(index) }));
}
