import type { Json } from '../../engine/base/types.js';

/**
 * Converts a value to text. Strings do not change, other values become JSON, and a missing value becomes an empty text.
 */
export function valueText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** Converts a length of the REST API to HTML, such as `375` or `50%`; undefined if the value is not a length. */
export function lengthText(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  if (!value || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return typeof value.value === 'number' && typeof value.unit === 'string' ? `${value.value}${value.unit}` : undefined;
}
