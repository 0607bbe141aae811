/** Cuts a list into pieces of at most `size` items, in its order. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/**
 * Cuts a list into pieces of so many items and bytes at most; an item of more bytes is a piece of its own. Each is made when it
 * is asked for: of many items, all at once would take long.
 */
export function* groupsOf<T>(
  items: Iterable<T>,
  most: { items: number; bytes: number },
  bytesOf: (item: T) => number,
): Generator<T[]> {
  let group: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesOf(item);
    if (group.length > 0 && (bytes + size > most.bytes || group.length >= most.items)) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(item);
    bytes += size;
  }
  if (group.length > 0) yield group;
}
