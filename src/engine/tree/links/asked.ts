import type { ContentRef, Page } from '../../base/types.js';
import { decodePercent } from '../../text/links/address.js';
import { anchorKey } from '../../text/links/anchor-key.js';
import { isReferenceAddress, readReferenceAddress, referenceAddress } from '../../text/links/reference-address.js';
import { absolutePath } from './links.js';

/**
 * What a reference can point at: the kinds of the contract's `ContentRef`, anchors being places on pages, and translations, which
 * computed content is made of.
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

/** What a reference asks for, before anything is looked up. */
export interface Asked {
  /** The destination as written, the `docgraph:` address of a reference by id; '' where that has none. */
  address: string;
  /** Id of the heading asked for, null for none. */
  anchor: string | null;
  /** The key that the heading is found by; null for none, and for `top`, which every page has. */
  anchorKey: string | null;
  /** Key of what is asked for of the revision; null for what lies outside, and for a path that nothing can have. */
  asked: string | null;
  /** The key of the same path read letter by letter, where percent-encoding makes a difference. */
  askedToo: string | null;
  /** What lies outside the revision; null for what is asked of it. */
  outside: { kind: TargetKind; id: string | null; spaceId: string | null } | null;
}

/** Where a reference stands. */
export interface Standpoint {
  page: Page;
  spaceId: string;
  /** Content root of the revision. */
  root: string;
}

/** Keys are kept in an index of the database, which takes no longer ones on Postgres. */
const maxKeyBytes = 2_000;

/** Longest id of ours; a longer one names nothing. */
const maxId = 255;

/** The key of something in a revision, by its id. */
export function keyOfId(kind: 'page' | 'file' | 'reusable-content', id: string): string {
  return `${kind}:${id}`;
}

/** The key of a path below the imported folder. */
export function keyOfPath(path: string): string {
  return `path:${path}`;
}

/** What a destination asks for; null where it names nothing at all, such as `#`. */
export function askedByAddress(address: string, from: Standpoint): Asked | null {
  if (isReferenceAddress(address)) {
    const named = readReferenceAddress(address);
    const asked = named && askedByRef(named, from, address);
    return asked ?? { address, ...noAnchor, asked: null, askedToo: null, outside: null };
  }
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return url(address);
  const [, path = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(address) ?? [];
  if (path === '') return anchor === '' ? null : inRevision(keyOfId('page', from.page.id), { address, anchor });
  const decoded = keyIn(decodePercent(path), from);
  const literal = keyIn(path, from);
  const askedToo = literal === decoded ? null : literal;
  return {
    address,
    ...anchored(anchor),
    asked: decoded ?? askedToo,
    askedToo: decoded && askedToo,
    outside: null,
  };
}

/**
 * What a reference of the contract asks for; null for one that names nothing.
 * @param address the destination as written, where it stands in a text.
 */
export function askedByRef(ref: ContentRef, from: Standpoint, address = referenceAddress(ref) ?? ''): Asked | null {
  if (ref.kind === 'url') return typeof ref.url === 'string' ? askedByUrl(ref.url) : null;
  const spaceId = textOf(ref.space);
  const isOwn = spaceId === null || spaceId === from.spaceId;
  const anchor = ref.kind === 'anchor' ? String(ref.anchor ?? '') : '';
  const kind = ref.kind === 'anchor' ? 'page' : ref.kind;
  const id = ref.kind === 'anchor' && isOwn ? (textOf(ref.page) ?? from.page.id) : textOf(ref[members.get(kind) ?? '']);
  if (id === null) return null;
  const isInRevision = isOwn && (kind === 'page' || kind === 'file' || kind === 'reusable-content');
  if (isInRevision) return inRevision(keyOfId(kind, id), { address, anchor });
  const outside = { kind: kind as TargetKind, id, spaceId: kind === 'space' ? id : spaceId };
  return { address, ...anchored(anchor), asked: null, askedToo: null, outside };
}

/** The member of a reference that holds the target's id, by its kind. */
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

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= maxId ? value : null;
}

function askedByUrl(address: string): Asked | null {
  return address === '' ? null : url(address);
}

function url(address: string): Asked {
  return { address, ...noAnchor, asked: null, askedToo: null, outside: { kind: 'url', id: null, spaceId: null } };
}

function inRevision(key: string, { address, anchor }: { address: string; anchor: string }): Asked {
  return { address, ...anchored(anchor), asked: key, askedToo: null, outside: null };
}

type Anchored = Pick<Asked, 'anchor' | 'anchorKey'>;

const noAnchor: Anchored = { anchor: null, anchorKey: null };

function anchored(written: string): Anchored {
  if (written === '') return noAnchor;
  const anchor = decodePercent(written)
    .replace(/[\0\n]/g, '\ufffd')
    .toWellFormed();
  return { anchor, anchorKey: /^top$/i.test(anchor) ? null : anchorKey(anchor) };
}

function keyIn(path: string, { page, root }: Standpoint): string | null {
  const key = keyOfPath(absolutePath(path, page.file ?? '', root))
    .replaceAll('\0', '\ufffd')
    .toWellFormed();
  return Buffer.byteLength(key) <= maxKeyBytes ? key : null;
}
