import { ContentError } from '../../../base/types.js';

/** An unchecked object of a document. */
export type Members = { readonly [name: string]: unknown };

/** Refuses a document by throwing an error with the pointer, the rule and the value. */
export function refuse(pointer: string, rule: string, actual?: unknown): never {
  const found = actual === undefined ? '' : ` (got ${formatValue(actual)})`;
  throw new ContentError(`The document's ${pointer || 'root'} ${rule}${found}`, pointer);
}

/** Returns a value as an object, or refuses it. */
export function membersAt(value: unknown, pointer: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(pointer, 'must be an object', value);
  return value as Members;
}

/** Returns a string, number or boolean as text; '' for any other value, which may not be convertible to text. */
export function scalarText(value: unknown): string {
  return typeof value === 'object' || value === undefined ? '' : String(value);
}

/** Returns a value as a list, or refuses it. An absent value becomes an empty list. */
export function listAt(value: unknown, pointer: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) refuse(pointer, 'must be a list', value);
  return value;
}

/**
 * Returns a value as text. Refuses text that UTF-8 and Markdown cannot contain: lone surrogates and U+0000. Line
 * endings become newlines.
 */
export function textAt(value: unknown, pointer: string): string {
  if (typeof value !== 'string') refuse(pointer, 'must be a string', value);
  if (value.includes('\0')) refuse(pointer, 'must not contain the character U+0000, which Markdown cannot hold');
  if (/\p{Surrogate}/u.test(value)) refuse(pointer, 'must be well-formed Unicode: it has half of a surrogate pair');
  return value.replace(/\r\n?/g, '\n');
}

/** Returns the `data` of a node; empty if absent. Refuses members that Markdown cannot express (`refuseUnwritable`). */
export function dataAt(node: Members, pointer: string, writableMembers: readonly string[]): Members {
  const data = node.data === undefined ? {} : membersAt(node.data, `${pointer}/data`);
  refuseUnwritable(data, `${pointer}/data`, writableMembers);
  return data;
}

/**
 * Refuses members that Markdown cannot express, so that they are not lost. Every member that is not in
 * `writableMembers` must be absent, null, false or the default of the REST API; these all have the same meaning.
 */
export function refuseUnwritable(members: Members, pointer: string, writableMembers: readonly string[]): void {
  for (const [name, value] of Object.entries(members)) {
    const silent = value === undefined || value === null || value === false || defaults.get(name) === value;
    if (!silent && !writableMembers.includes(name))
      refuse(`${pointer}/${name}`, 'cannot be written in Markdown', value);
  }
}

/** Default values in the REST API for absent members. */
const defaults = new Map<string, unknown>([
  ['overflow', 'scroll'],
  ['collapsedLineCount', 10],
  ['align', 'start'],
]);

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
