/** Encodes a parameter for SQLite: booleans as 0 and 1, dates as the text that is stored. */
export function encodeParameter(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? value.toISOString() : value;
}
