import { createHash, randomBytes } from 'node:crypto';
import { seal, unseal } from '../../signed/sealed.js';

/** The key of a share link: who holds it may read the site. 128 random bits, as text for an address. */
export function newShareKey(): string {
  return randomBytes(16).toString('base64url');
}

/** The columns of a key: sealed with the server's secret, since it is shown again, and the hash that it is found by. */
export function storedShareKey(secret: string, key: string): { key: string; keyHash: string } {
  return { key: seal(secret, 'share-key', key), keyHash: hashOfShareKey(key) };
}

/** What a share link is found by, given the key that a visitor brings: its SHA-256 in hex. */
export function hashOfShareKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The key of a share link as it was made; null where the server's secret is another one since. */
export function shareKeyOf(secret: string, link: { key: string }): string | null {
  return unseal(secret, 'share-key', link.key);
}
