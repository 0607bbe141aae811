/** A parameter as SQLite takes it: booleans as 0 and 1, dates as the text they are stored as. */
export function encodeParameter(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? value.toISOString() : value;
}
