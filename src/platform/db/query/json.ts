/**
 * Value of a JSON column after decoding. Generated types import this type.
 * @public
 */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** Encodes a value for a JSON column. Returns null and undefined unchanged. */
export function jsonText(value: unknown): string | null | undefined {
  return value == null ? value : JSON.stringify(value);
}
