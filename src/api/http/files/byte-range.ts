/** Some of a file's bytes: the first and the last, counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads a `Range` header (RFC 9110, 14.2) for a file of `size` bytes. Undefined where the whole file is to be sent: no
 * header, another unit, several ranges at once (which a server may answer whole), or one that cannot be read. Null where
 * the file has none of the bytes asked for: 416.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | undefined {
  const match = /^\s*bytes\s*=\s*(?:(\d+)\s*-\s*(\d*)|-\s*(\d+))\s*$/i.exec(header ?? '');
  if (!match) return undefined;
  const [first, last, suffix] = match.slice(1).map((digits) => (digits ? Number(digits) : undefined));
  if (first !== undefined && last !== undefined && last < first) return undefined;
  const range =
    suffix === undefined
      ? { first: first!, last: Math.min(last ?? size - 1, size - 1) }
      : { first: Math.max(size - suffix, 0), last: size - 1 };
  return range.first <= range.last ? range : null;
}
