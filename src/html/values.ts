import type { Json } from '../content/types.js';

/** A value as text: what is no text, number or truth value as JSON, none as nothing. */
export function valueText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
