import { ContentError } from '../../../base/types.js';

/** An object of a document whose members are still to be checked. */
export type Members = { readonly [name: string]: unknown };

/** Refuses a document: says where, which rule, and what stands there. */
export function refuse(pointer: string, rule: string, actual?: unknown): never {
  const found = actual === undefined ? '' : ` (got ${shown(actual)})`;
  throw new ContentError(`The document's ${pointer || 'root'} ${rule}${found}`, pointer);
}

/** The value as an object. */
export function membersAt(value: unknown, pointer: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(pointer, 'must be an object', value);
  return value as Members;
}

/** A string, number or boolean as text; empty for any other value, which may not be convertible to text. */
export function scalarText(value: unknown): string {
  return typeof value === 'object' || value === undefined ? '' : String(value);
}

/** The value as a list; an absent one is empty. */
export function listAt(value: unknown, pointer: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) refuse(pointer, 'must be a list', value);
  return value;
}

/** The value as text that UTF-8 and Markdown can hold: no half characters, no U+0000. Line endings become newlines. */
export function textAt(value: unknown, pointer: string): string {
  if (typeof value !== 'string') refuse(pointer, 'must be a string', value);
  if (value.includes('\0')) refuse(pointer, 'must not contain the character U+0000, which Markdown cannot hold');
  if (/\p{Surrogate}/u.test(value)) refuse(pointer, 'must be well-formed Unicode: it has half of a surrogate pair');
  return value.replace(/\r\n?/g, '\n');
}

/** The `data` of a node, empty where absent, with nothing in it that Markdown cannot say (`refuseUnsayable`). */
export function dataAt(node: Members, pointer: string, sayable: readonly string[]): Members {
  const data = node.data === undefined ? {} : membersAt(node.data, `${pointer}/data`);
  refuseUnsayable(data, `${pointer}/data`, sayable);
  return data;
}

/**
 * Refuses what Markdown has no form for, rather than lose it: every member but the `sayable` ones must be absent,
 * null, false or the value the contract gives to an absent one, which all say nothing.
 */
export function refuseUnsayable(members: Members, pointer: string, sayable: readonly string[]): void {
  for (const [name, value] of Object.entries(members)) {
    const silent = value === undefined || value === null || value === false || defaults.get(name) === value;
    if (!silent && !sayable.includes(name)) refuse(`${pointer}/${name}`, 'cannot be written in Markdown', value);
  }
}

/** Values the contract gives to absent members. */
const defaults = new Map<string, unknown>([
  ['overflow', 'scroll'],
  ['collapsedLineCount', 10],
  ['align', 'start'],
]);

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
