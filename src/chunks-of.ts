/** Cuts a list into pieces of at most `size` items, in its order. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Cuts a list into pieces of so many items and bytes at most; an item of more bytes is a piece of its own. */
export function groupsOf<T>(
  items: Iterable<T>,
  most: { items: number; bytes: number },
  bytesOf: (item: T) => number,
): T[][] {
  const groups: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesOf(item);
    bytes += size;
    const last = groups.at(-1);
    if (last && bytes <= most.bytes && last.length < most.items) last.push(item);
    else {
      groups.push([item]);
      bytes = size;
    }
  }
  return groups;
}
