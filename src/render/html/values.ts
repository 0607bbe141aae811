import type { Json } from '../../engine/base/types.js';

/** A value as text: what is no text, number or truth value as JSON, none as nothing. */
export function valueText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** A length of the contract as HTML has it: `375`, `50%`; undefined if it is not one. */
export function lengthText(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  if (!value || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return typeof value.value === 'number' && typeof value.unit === 'string' ? `${value.value}${value.unit}` : undefined;
}
