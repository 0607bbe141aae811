import { createHash, randomBytes } from 'node:crypto';
import type { Sealer } from '../../../platform/secrets/sealed.js';

/** Returns a new key for a share link, which lets its holder read the site: 128 random bits as base64url. */
export function newShareKey(): string {
  return randomBytes(16).toString('base64url');
}

/** Returns the columns that store a key: the sealed key, because members can see it later, and its hash for lookups. */
export function storedShareKey(sealer: Sealer, key: string): { key: string; keyHash: string } {
  return { key: sealer.seal('share-key', key), keyHash: hashOfShareKey(key) };
}

/** Returns the lookup hash of a visitor's share key: its SHA-256 in hex. */
export function hashOfShareKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Returns the key of a share link in plain text. */
export function shareKeyOf(sealer: Sealer, link: { key: string }): string {
  return sealer.open('share-key', link.key);
}
