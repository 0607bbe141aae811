import { isMembers, type Members, membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { type LocatedValue, memberAt } from './json-path.js';

/** Versions of the specification. OpenAPI 3.2 is treated as 3.1, because it only adds members. */
type Dialect = '2.0' | '3.0' | '3.1';

/** A document and its version: Swagger 2.0, OpenAPI 3.0, 3.1 or 3.2. */
export interface SpecDocument {
  root: LocatedValue;
  members: Members;
  dialect: Dialect;
  /** Targets of resolved references, by reference; null if there is no target. */
  targets: Map<string, LocatedValue | null>;
}

const readers = new WeakMap<object, SpecDocument>();

/** Maximum length of a chain of references. */
const maxHops = 50;

/** Returns the reader of a parsed document. Ignores malformed parts. Returns the same reader for the same object. */
export function openDocument(document: Json): SpecDocument {
  const members = membersOrEmpty(document);
  const known = readers.get(members);
  if (known) return known;
  const reader: SpecDocument = {
    root: { value: members, place: null },
    members,
    dialect: dialectOf(members),
    targets: new Map(),
  };
  readers.set(members, reader);
  return reader;
}

/** Returns the text of a reference; undefined for other values. */
export function referenceOf({ value }: LocatedValue): string | undefined {
  return isMembers(value) && typeof value.$ref === 'string' ? value.$ref : undefined;
}

/**
 * Returns the target of a reference, or the value itself if it is not a reference. Follows only references within the
 * document (`#/…`). Returns all other references unchanged, and also references that are circular or have no target.
 */
export function resolve(reader: SpecDocument, located: LocatedValue): LocatedValue {
  let at = located;
  for (let hops = 0; hops < maxHops; hops += 1) {
    const reference = referenceOf(at);
    if (reference === undefined) return at;
    const target = findTarget(reader, reference);
    if (!target) return at;
    at = target;
  }
  return located;
}

/** Resolves a member as `resolve` does; returns undefined if there is no such member. */
export function resolveMember(reader: SpecDocument, located: LocatedValue, name: string): LocatedValue | undefined {
  const member = memberAt(located, name);
  return member && resolve(reader, member);
}

/** Reports whether the target of a reference is not in the document. */
export function isExternalReference(reader: SpecDocument, reference: string): boolean {
  return findTarget(reader, reference) === null;
}

function dialectOf({ swagger, openapi }: Members): Dialect {
  if (swagger !== undefined && openapi === undefined) return '2.0';
  return String(openapi).startsWith('3.0') ? '3.0' : '3.1';
}

function findTarget(reader: SpecDocument, reference: string): LocatedValue | null {
  const known = reader.targets.get(reference);
  if (known !== undefined) return known;
  const target = valueAtReference(reader.root, reference) ?? null;
  reader.targets.set(reference, target);
  return target;
}

function valueAtReference(root: LocatedValue, reference: string): LocatedValue | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at: LocatedValue | undefined = root;
  for (const part of reference.slice(2).split('/')) {
    at = at && memberAt(at, decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'));
    if (!at) return undefined;
  }
  return at;
}

function decoded(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
