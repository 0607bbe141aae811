/** A range of a file's bytes: positions of the first and the last byte, counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads a `Range` header (RFC 9110, 14.2) for a file of `size` bytes. Returns undefined if the whole file must be sent:
 * the header is missing, invalid, in another unit, or has several ranges. Returns null if the file has none of the
 * requested bytes (416).
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null | undefined {
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
