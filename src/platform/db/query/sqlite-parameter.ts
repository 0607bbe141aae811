/** Encodes a parameter for SQLite: booleans as 0 and 1, and dates as text in the format of stored times. */
export function encodeParameter(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? value.toISOString() : value;
}
