/** An item of an in-memory list, with its index in the list as its id. */
export type Numbered<Item> = Item & { id: string };

/** Adds ids, which cursors need, to the items of an in-memory list: their indexes. */
export function numbered<Item extends object>(items: readonly Item[]): Numbered<Item>[] {
  return items.map((item, index) => ({ ...item, id: String(index) }));
}
