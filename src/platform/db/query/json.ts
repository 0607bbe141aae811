/**
 * A value of a JSON column, as it is read back. Generated types import it.
 * @public
 */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** A value as a JSON column takes it; null is none, undefined stays so. */
export function jsonText(value: unknown): string | null | undefined {
  return value == null ? value : JSON.stringify(value);
}
