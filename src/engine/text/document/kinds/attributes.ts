import { type Members, refuse, textAt } from '../nodes/shape.js';
import type { Attributes } from '../syntax/tag-text.js';

/** Types of a tag's attributes by name: text, flag (`true` or `false`), or count (a whole number). */
export type AttributeKinds = { readonly [name: string]: 'text' | 'flag' | 'count' };

type Values = { [name: string]: string | boolean | number };

/**
 * Converts attributes of a tag to members of a block's `data`; omits false flags. Ignores invalid values, and
 * attributes that have no member in the block; the Markdown retains them.
 */
export function readAttributes(attributes: Attributes, kinds: AttributeKinds): Values {
  const data: Values = {};
  for (const [name, value] of attributes) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === 'text') data[name] = value;
    else if (kind === 'flag' && value === 'true') data[name] = true;
    else if (kind === 'count' && /^[1-9]\d{0,8}$/.test(value)) data[name] = Number(value);
  }
  return data;
}

/** Converts members of a block's `data` to attributes of a tag. */
export function attributesAt(
  data: Members,
  pointer: string,
  kinds: AttributeKinds,
): { [name: string]: string | boolean | number | undefined } {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, attributeAt(data[name], `${pointer}/${name}`, kind)]),
  );
}

function attributeAt(
  value: unknown,
  pointer: string,
  kind: AttributeKinds[string],
): string | boolean | number | undefined {
  if (value === undefined || value === null) return undefined;
  if (kind === 'text') return textAt(value, pointer);
  if (kind === 'flag') return typeof value === 'boolean' ? value : refuse(pointer, 'must be true or false', value);
  if (Number.isInteger(value) && Number(value) > 0 && Number(value) < 1e9) return Number(value);
  return refuse(pointer, 'must be a whole number from 1', value);
}
