import type { Json } from '../../engine/base/types.js';

/** Converts a value to text. Strings are unchanged, other values become JSON, and missing ones an empty text. */
export function valueText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** Converts a length from the documented API to HTML: `375`, `50%`; undefined if it is not a length. */
export function lengthText(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  if (!value || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return typeof value.value === 'number' && typeof value.unit === 'string' ? `${value.value}${value.unit}` : undefined;
}
