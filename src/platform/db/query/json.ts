/**
 * Value of a JSON column after decoding. Generated types import it.
 * @public
 */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** Encodes a value for a JSON column; null and undefined are returned unchanged. */
export function jsonText(value: unknown): string | null | undefined {
  return value == null ? value : JSON.stringify(value);
}
