import type { Json } from '../../../base/types.js';
import { membersAt, refuse, scalarText, textAt } from './shape.js';

/** Parses a length in HTML, such as `375` or `50%` (`Length` in openapi.json); returns undefined for any other text. */
export function readLength(text: string): { value: Json } | undefined {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,15})?)([a-z%]{0,8})$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  return { value: unit ? { unit, value: Number(number) } : Number(number) };
}

/** Writes a length as an HTML attribute; returns undefined if there is none. */
export function lengthAt(value: unknown, pointer: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const length = typeof value === 'number' ? { value, unit: '' } : membersAt(value, pointer);
  const text = `${scalarText(length.value)}${textAt(length.unit, `${pointer}/unit`)}`;
  const plain = typeof length.value === 'number' && readLength(text) !== undefined;
  if (!plain || (typeof value !== 'number' && length.unit === '')) {
    refuse(pointer, 'must be a number from 0, alone or with a unit such as % or px', value);
  }
  return text;
}
