/** An item of a list in memory that has no id of its own. */
export type Numbered<Item> = Item & { id: string };

/** Gives items of a list in memory their places as ids, which cursors name. */
export function numbered<Item extends object>(items: readonly Item[]): Numbered<Item>[] {
  return items.map((item, index) => ({ ...item, id: String(index) }));
}
