import type { Json } from '../../base/types.js';
import { methods } from '../methods.js';
import { namelessPath } from './operation-key.js';
import type { FoundOperation } from './operations.js';
import { type Located, memberAt, membersAt } from './place.js';
import { followed, followedMember, leadsOutside, type Reader, referenceOf } from './reader.js';

/**
 * The reference that a value ends in, if it leads out of the document or nowhere; undefined for any other value. `./` at its start says
 * nothing.
 */
export function outsideReference(reader: Reader, located: Located): string | undefined {
  const reference = referenceOf(followed(reader, located));
  return reference !== undefined && leadsOutside(reader, reference) ? reference.replace(/^(\.\/)+/, '') : undefined;
}

const documents = new WeakMap<Reader, boolean>();

/** Whether a document has a reference that leads out of it, or nowhere. */
export function hasOutsideReferences(reader: Reader): boolean {
  const known = documents.get(reader) ?? findsOutside(reader);
  documents.set(reader, known);
  return known;
}

function findsOutside(reader: Reader): boolean {
  const open: Json[] = [reader.root.value];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const located = { value, place: null };
    if (referenceOf(located) !== undefined && outsideReference(reader, located) !== undefined) return true;
    for (const inner of Object.values(value)) if (typeof inner === 'object') open.push(inner);
  }
  return false;
}

/** Path items, webhooks and security schemes that are in other documents: their references by what names them. */
export function outsideParts(reader: Reader): Map<string, string> {
  const { root } = reader;
  const found = new Map<string, string>();
  const add = (prefix: string, holder: Located | undefined): void => {
    for (const [name, value] of membersAt(holder)) {
      const reference = outsideReference(reader, value);
      if (reference !== undefined)
        found.set(`${prefix} ${prefix === 'operation' ? namelessPath(name) : name}`, reference);
    }
  };
  add('operation', memberAt(root, 'paths'));
  add('webhook', memberAt(root, 'webhooks') ?? memberAt(root, 'x-webhooks'));
  add('security', followedMember(reader, memberAt(root, 'components') ?? root, 'securitySchemes'));
  return found;
}

/** Members that hold schemas or data, and operations of callbacks, which are read for themselves. */
const notWalked = new Set<string>(['schema', 'itemSchema', 'example', 'value', 'default', ...methods]);

/** Where an operation, without its schemas, leads to other documents: references by place, `parameters` or `response 200`. */
export function outsideReferences(
  reader: Reader,
  { operation, item }: FoundOperation,
  visited: () => boolean,
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const seen = new Set<Json>();
  const parameters = memberAt(item, 'parameters');
  const open: { at: string[]; located: Located }[] = [{ at: [], located: operation }];
  if (parameters) open.push({ at: ['parameters'], located: parameters });
  for (let next = open.pop(); next && visited(); next = open.pop()) {
    const reference = outsideReference(reader, next.located);
    const { value } = followed(reader, next.located);
    const place = placeOf(next.at);
    if (reference !== undefined) found.set(place, [...(found.get(place) ?? []), reference].sort());
    if (reference !== undefined || typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const isList = Array.isArray(value);
    for (const [name, inner] of Object.entries(value))
      if (typeof inner === 'object' && !notWalked.has(name) && !name.startsWith('x-'))
        open.push({ at: isList ? next.at : [...next.at, name], located: { value: inner, place: null } });
  }
  return found;
}

function placeOf([first, ...rest]: readonly string[]): string {
  const [name, ...more] =
    first === 'responses' ? ['response', ...rest] : [first === 'requestBody' ? 'body' : first, ...rest];
  return [name, ...more].filter((part) => part !== undefined && part !== 'content').join(' ');
}
