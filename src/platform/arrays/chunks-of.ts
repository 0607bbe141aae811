/** Splits a list into chunks of at most `size` items, in order. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/**
 * Splits a list into groups of at most `most.items` items and `most.bytes` bytes. An item with more bytes is a group of
 * its own. Each group is created when the consumer requests it, because creating all groups of a long list takes long.
 */
export function* chunksWithin<T>(
  items: Iterable<T>,
  limits: { items: number; bytes: number },
  bytesOf: (item: T) => number,
): Generator<T[]> {
  let group: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesOf(item);
    if (group.length > 0 && (bytes + size > limits.bytes || group.length >= limits.items)) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(item);
    bytes += size;
  }
  if (group.length > 0) yield group;
}
