import { createHash, randomBytes } from 'node:crypto';
import type { Sealer } from '../../../platform/secrets/sealed.js';

/** The key of a share link: who holds it may read the site. 128 random bits, as text for an address. */
export function newShareKey(): string {
  return randomBytes(16).toString('base64url');
}

/** The columns of a key: sealed, since it is shown again, and the hash that it is found by. */
export function storedShareKey(sealer: Sealer, key: string): { key: string; keyHash: string } {
  return { key: sealer.seal('share-key', key), keyHash: hashOfShareKey(key) };
}

/** What a share link is found by, given the key that a visitor brings: its SHA-256 in hex. */
export function hashOfShareKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The key of a share link as it was made. */
export function shareKeyOf(sealer: Sealer, link: { key: string }): string {
  return sealer.open('share-key', link.key);
}
