import type { ContentRef } from '../../base/types.js';

/**
 * Addresses in Markdown of objects outside of the revision, such as `docgraph:space/spc_1/page/pag_2#usage`. They stay
 * valid when the object or the server gets another name or address. Links to objects in the revision use paths. An
 * object without a path, such as a page without a file or a missing page, has an address like `docgraph:page/pag_2`.
 */
const scheme = 'docgraph:';

interface Form {
  kind: string;
  /** Members of the reference in order, each with the word that precedes it in the address; `anchor` follows `#`. */
  members: readonly (readonly [word: string, member: string])[];
}

const forms: readonly Form[] = [
  {
    kind: 'page',
    members: [
      ['space', 'space'],
      ['page', 'page'],
    ],
  },
  { kind: 'page', members: [['page', 'page']] },
  { kind: 'file', members: [['file', 'file']] },
  { kind: 'space', members: [['space', 'space']] },
  { kind: 'collection', members: [['collection', 'collection']] },
  { kind: 'user', members: [['user', 'user']] },
  { kind: 'openapi', members: [['openapi', 'spec']] },
  {
    kind: 'reusable-content',
    members: [
      ['space', 'space'],
      ['reusable-content', 'reusableContent'],
    ],
  },
  { kind: 'reusable-content', members: [['reusable-content', 'reusableContent']] },
];

/** Reports whether a destination is a `docgraph:` address, even if it is invalid. */
export function isReferenceAddress(destination: string): boolean {
  return destination.startsWith(scheme);
}

/**
 * Parses a `docgraph:` address. Returns null for any other destination, and for an address that is not a reference of
 * the REST API.
 */
export function readReferenceAddress(destination: string): ContentRef | null {
  if (!isReferenceAddress(destination)) return null;
  const [path = '', anchor] = splitAnchor(destination.slice(scheme.length));
  const parts = path.split('/').map(decoded);
  const form = forms.find(({ members }) => matchesMembers(members, parts));
  if (!form || (anchor !== undefined && form.kind !== 'page')) return null;
  const members = form.members.map(([, member], index) => [member, parts[2 * index + 1]!]);
  const ref = { ...Object.fromEntries(members), kind: form.kind } as ContentRef;
  return anchor === undefined ? ref : { ...ref, kind: 'anchor', anchor };
}

/** Returns the `docgraph:` address of a reference; null if it has none, for example because it is a URL. */
export function referenceAddress(ref: ContentRef): string | null {
  const kind = ref.kind === 'anchor' ? 'page' : ref.kind;
  const says = ({ members }: Form): boolean =>
    members.every(([, member]) => isName(ref[member])) &&
    (!ref.space || members.some(([, member]) => member === 'space'));
  const form = forms.find((one) => one.kind === kind && says(one));
  if (!form) return null;
  const path = form.members.map(([word, member]) => `${word}/${encodeURIComponent(String(ref[member]))}`).join('/');
  return `${scheme}${path}${ref.kind === 'anchor' ? `#${encodeURIComponent(String(ref.anchor))}` : ''}`;
}

function splitAnchor(address: string): [string, string?] {
  const at = address.indexOf('#');
  return at < 0 ? [address] : [address.slice(0, at), decoded(address.slice(at + 1)) ?? ''];
}

function matchesMembers(members: Form['members'], parts: (string | null)[]): boolean {
  if (parts.length !== 2 * members.length) return false;
  return members.every(([word], index) => parts[2 * index] === word && isName(parts[2 * index + 1]));
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.isWellFormed();
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
