/** An item of a list in memory that has no id of its own. */
export type Numbered<Item> = Item & { id: string };

/** Uses the indexes of items of a list in memory as their ids, for cursors. */
export function numbered<Item extends object>(items: readonly Item[]): Numbered<Item>[] {
  return items.map((item, index) => ({ ...item, id: String(index) }));
}
