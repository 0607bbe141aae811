/** An item of a list in memory that has no id of its own. */
export type Numbered<Item> = Item & { id: string };

/** Adds ids to the items of an in-memory list: their indexes, which cursors use. */
export function numbered<Item extends object>(items: readonly Item[]): Numbered<Item>[] {
  return items.map((item, index) => ({ ...item, id: String(index) }));
}
