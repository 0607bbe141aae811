import type { ContentRef, Page } from '../../base/types.js';
import { decodePercent } from '../../text/links/address.js';
import { anchorKey } from '../../text/links/anchor-key.js';
import { isReferenceAddress, readReferenceAddress, referenceAddress } from '../../text/links/reference-address.js';
import { absolutePath } from './links.js';

/**
 * Kinds of targets of a reference: those of `ContentRef` in openapi.json, and translations, because computed content
 * depends on translations. Anchors count as their pages.
 */
export type TargetKind =
  | 'page'
  | 'file'
  | 'url'
  | 'space'
  | 'collection'
  | 'user'
  | 'openapi'
  | 'translation'
  | 'reusable-content';

/** A parsed reference, before its target is looked up. */
export interface ParsedReference {
  /** Destination as it is written in the text. For a reference by id, its `docgraph:` address; '' if it has none. */
  address: string;
  /** Id of the heading; null if there is none. */
  anchor: string | null;
  /** Key to find the heading. Null if there is no heading, and for `top`, which every page has. */
  anchorKey: string | null;
  /** Key of the target in the revision. Null for a target outside of it, and for a path that cannot exist. */
  targetKey: string | null;
  /** Key of the path before percent-decoding; null if decoding changes nothing. */
  literalTargetKey: string | null;
  /** Target outside of the revision; null if the target is in the revision. */
  outside: { kind: TargetKind; id: string | null; spaceId: string | null } | null;
}

/** The page that contains a reference. */
export interface ReferenceSource {
  page: Page;
  spaceId: string;
  /** Content root of the revision. */
  root: string;
}

/** Maximum size of a key, in bytes. Keys are in a database index, and Postgres does not index longer ones. */
const maxKeyBytes = 2_000;

/** Maximum length of an id, in characters. A reference with a longer id has no target. */
const maxId = 255;

/** Returns the key of an object in a revision by its id. */
export function keyOfId(kind: 'page' | 'file' | 'reusable-content', id: string): string {
  return `${kind}:${id}`;
}

/** Returns the key of a path below the imported folder. */
export function keyOfPath(path: string): string {
  return `path:${path}`;
}

/** Parses a destination. Returns null if it has no target, such as `#`. */
export function parseAddress(address: string, from: ReferenceSource): ParsedReference | null {
  if (isReferenceAddress(address)) {
    const named = readReferenceAddress(address);
    const reference = named && parseReference(named, from, address);
    return reference ?? { address, ...noAnchor, targetKey: null, literalTargetKey: null, outside: null };
  }
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return createUrlReference(address);
  const [, path = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(address) ?? [];
  if (path === '') return anchor === '' ? null : revisionReference(keyOfId('page', from.page.id), { address, anchor });
  const decoded = pathKey(decodePercent(path), from);
  const literal = pathKey(path, from);
  const literalTargetKey = literal === decoded ? null : literal;
  return {
    address,
    ...parseAnchor(anchor),
    targetKey: decoded ?? literalTargetKey,
    literalTargetKey: decoded && literalTargetKey,
    outside: null,
  };
}

/**
 * Parses a reference of the REST API. Returns null if it has no target.
 * @param address the destination as written, if the reference is in a text
 */
export function parseReference(
  ref: ContentRef,
  from: ReferenceSource,
  address = referenceAddress(ref) ?? '',
): ParsedReference | null {
  if (ref.kind === 'url') return typeof ref.url === 'string' ? urlReference(ref.url) : null;
  const spaceId = idOrNull(ref.space);
  const isOwn = spaceId === null || spaceId === from.spaceId;
  const anchor = ref.kind === 'anchor' ? String(ref.anchor ?? '') : '';
  const kind = ref.kind === 'anchor' ? 'page' : ref.kind;
  const id =
    ref.kind === 'anchor' && isOwn ? (idOrNull(ref.page) ?? from.page.id) : idOrNull(ref[members.get(kind) ?? '']);
  if (id === null) return null;
  const isInRevision = isOwn && (kind === 'page' || kind === 'file' || kind === 'reusable-content');
  if (isInRevision) return revisionReference(keyOfId(kind, id), { address, anchor });
  const outside = { kind: kind as TargetKind, id, spaceId: kind === 'space' ? id : spaceId };
  return { address, ...parseAnchor(anchor), targetKey: null, literalTargetKey: null, outside };
}

/** The member that contains the id of the target, by kind of reference. */
const members = new Map([
  ['page', 'page'],
  ['file', 'file'],
  ['space', 'space'],
  ['collection', 'collection'],
  ['user', 'user'],
  ['openapi', 'spec'],
  ['translation', 'translation'],
  ['reusable-content', 'reusableContent'],
]);

function idOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= maxId ? value : null;
}

function urlReference(address: string): ParsedReference | null {
  return address === '' ? null : createUrlReference(address);
}

function createUrlReference(address: string): ParsedReference {
  return {
    address,
    ...noAnchor,
    targetKey: null,
    literalTargetKey: null,
    outside: { kind: 'url', id: null, spaceId: null },
  };
}

function revisionReference(key: string, { address, anchor }: { address: string; anchor: string }): ParsedReference {
  return { address, ...parseAnchor(anchor), targetKey: key, literalTargetKey: null, outside: null };
}

type Anchored = Pick<ParsedReference, 'anchor' | 'anchorKey'>;

const noAnchor: Anchored = { anchor: null, anchorKey: null };

function parseAnchor(written: string): Anchored {
  if (written === '') return noAnchor;
  const anchor = decodePercent(written)
    .replace(/[\0\n]/g, '\ufffd')
    .toWellFormed();
  return { anchor, anchorKey: /^top$/i.test(anchor) ? null : anchorKey(anchor) };
}

function pathKey(path: string, { page, root }: ReferenceSource): string | null {
  const key = keyOfPath(absolutePath(path, page.file ?? '', root))
    .replaceAll('\0', '\ufffd')
    .toWellFormed();
  return Buffer.byteLength(key) <= maxKeyBytes ? key : null;
}
