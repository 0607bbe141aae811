import type { ContentRef } from '../../base/types.js';
import { readReferenceAddress, referenceAddress } from '../../text/links/reference-address.js';
import type { CopyState } from './copy-content.js';
import { findParameter } from './parameters.js';

/** The member that contains the id of an object in the revision, by kind of reference. */
const idMembers = new Map([
  ['page', 'page'],
  ['anchor', 'page'],
  ['file', 'file'],
  ['reusable-content', 'reusableContent'],
]);

/**
 * Converts a reference in the source for the copy. Ids of copied objects become the ids of the copies, and the source's
 * space becomes the target's. A placeholder becomes its value; other references do not change.
 */
export function copyReference(ref: ContentRef, copyState: CopyState): ContentRef {
  if (ref.kind === 'url') return copyUrl(ref, copyState);
  const { source, target, ids } = copyState;
  if (ref.kind === 'space') return ref.space === source.spaceId ? { ...ref, space: target.spaceId } : ref;
  const member = idMembers.get(ref.kind);
  const isOwn = ref.space === undefined || ref.space === source.spaceId;
  const id = member === undefined || !isOwn ? undefined : ids.get(String(ref[member]));
  if (member === undefined || id === undefined) return ref;
  return { ...ref, [member]: id, ...(ref.space !== undefined && { space: target.spaceId }) };
}

function copyUrl(ref: ContentRef, copyState: CopyState): ContentRef {
  const given = findParameter(String(ref.url), copyState);
  if (given) return given;
  const url = copyAddress(String(ref.url), copyState);
  return url === ref.url ? ref : { ...ref, url };
}

/** Converts a `docgraph:` address in the source for the copy. Other destinations do not change. */
export function copyAddress(destination: string, copyState: CopyState): string {
  const ref = readReferenceAddress(destination);
  if (!ref) return destination;
  const copied = copyReference(ref, copyState);
  return copied === ref ? destination : (referenceAddress(copied) ?? destination);
}
