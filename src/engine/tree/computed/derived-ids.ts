import { hash } from 'node:crypto';
import { canonicalJson } from '../../base/canonical-json.js';

const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Returns the id of a computed page. It is always the same for the same entry of the tree and the same names in its
 * source.
 */
export function derivedPageId(entryId: string, ...names: string[]): string {
  return derivedId('page', entryId, ...names);
}

/** Returns an id with a prefix. It is always the same for the same names. */
export function derivedId(prefix: string, ...names: string[]): string {
  const bytes = hash('sha256', canonicalJson(names), 'buffer').subarray(0, 26);
  return `${prefix}_${Array.from(bytes, (byte) => digits[byte % 32]).join('')}`;
}

/** Returns the seed of a computation (`computedSeed`). It is equal for equal sources in an equal state. */
export function computedSeed(source: unknown, state: string): string {
  return hash('sha256', canonicalJson({ source, state })).slice(0, 32);
}
