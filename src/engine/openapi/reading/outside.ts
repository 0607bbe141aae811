import type { Json } from '../../base/types.js';
import { methods } from '../methods.js';
import { type LocatedValue, memberAt, membersAt } from './json-path.js';
import { namelessPath } from './operation-key.js';
import type { FoundOperation } from './operations.js';
import { isExternalReference, referenceOf, resolve, resolveMember, type SpecDocument } from './reader.js';

/**
 * Returns the last reference in a chain of references if its target is not in the document; undefined for any other
 * value. Removes a leading `./`.
 */
export function outsideReference(reader: SpecDocument, located: LocatedValue): string | undefined {
  const reference = referenceOf(resolve(reader, located));
  return reference !== undefined && isExternalReference(reader, reference)
    ? reference.replace(/^(\.\/)+/, '')
    : undefined;
}

const outsideByDocument = new WeakMap<SpecDocument, boolean>();

/** Reports whether a document has a reference whose target is not in the document. */
export function hasOutsideReferences(reader: SpecDocument): boolean {
  const known = outsideByDocument.get(reader) ?? searchOutsideReferences(reader);
  outsideByDocument.set(reader, known);
  return known;
}

function searchOutsideReferences(reader: SpecDocument): boolean {
  const open: Json[] = [reader.root.value];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const located = { value, place: null };
    if (referenceOf(located) !== undefined && outsideReference(reader, located) !== undefined) return true;
    for (const inner of Object.values(value)) if (typeof inner === 'object') open.push(inner);
  }
  return false;
}

/**
 * Returns the references to other documents that replace path items, webhooks and security schemes, by kind and name.
 */
export function outsideParts(reader: SpecDocument): Map<string, string> {
  const { root } = reader;
  const found = new Map<string, string>();
  const add = (prefix: string, holder: LocatedValue | undefined): void => {
    for (const [name, value] of membersAt(holder)) {
      const reference = outsideReference(reader, value);
      if (reference !== undefined)
        found.set(`${prefix} ${prefix === 'operation' ? namelessPath(name) : name}`, reference);
    }
  };
  add('operation', memberAt(root, 'paths'));
  add('webhook', memberAt(root, 'webhooks') ?? memberAt(root, 'x-webhooks'));
  add('security', resolveMember(reader, memberAt(root, 'components') ?? root, 'securitySchemes'));
  return found;
}

/** Members that the search skips because other functions read them: schemas, data and operations of callbacks. */
const skippedMembers = new Set<string>(['schema', 'itemSchema', 'example', 'value', 'default', ...methods]);

/**
 * Returns the references of an operation to other documents, except those in schemas, by position, such as `parameters`
 * or `response 200`.
 * @param visited called for each visited value; stops the search by returning false
 */
export function outsideReferences(
  reader: SpecDocument,
  { operation, item }: FoundOperation,
  visited: () => boolean,
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const visitedValues = new Set<Json>();
  const parameters = memberAt(item, 'parameters');
  const open: { at: string[]; located: LocatedValue }[] = [{ at: [], located: operation }];
  if (parameters) open.push({ at: ['parameters'], located: parameters });
  for (let next = open.pop(); next && visited(); next = open.pop()) {
    const reference = outsideReference(reader, next.located);
    const { value } = resolve(reader, next.located);
    const place = formatPosition(next.at);
    if (reference !== undefined) found.set(place, [...(found.get(place) ?? []), reference].sort());
    if (reference !== undefined || typeof value !== 'object' || value === null || visitedValues.has(value)) continue;
    visitedValues.add(value);
    const isList = Array.isArray(value);
    for (const [name, inner] of Object.entries(value))
      if (typeof inner === 'object' && !skippedMembers.has(name) && !name.startsWith('x-'))
        open.push({ at: isList ? next.at : [...next.at, name], located: { value: inner, place: null } });
  }
  return found;
}

function formatPosition([first, ...rest]: readonly string[]): string {
  const [name, ...more] =
    first === 'responses' ? ['response', ...rest] : [first === 'requestBody' ? 'body' : first, ...rest];
  return [name, ...more].filter((part) => part !== undefined && part !== 'content').join(' ');
}
