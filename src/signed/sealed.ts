import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a secret is for: what is sealed for one end does not open for another. */
export type Purpose = 'share-key' | 'signing-key' | 'visitor-key';

/**
 * Seals a secret that must be shown again, with AES-256-GCM and a key made from the server's secret, so that the database
 * alone does not tell it.
 */
export function seal(secret: string, purpose: Purpose, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** A new key that signs tokens, sealed: 256 random bits as text, whose bytes are the key. */
export function sealedKey(secret: string, purpose: Purpose): string {
  return seal(secret, purpose, randomBytes(32).toString('base64url'));
}

/** What was sealed; null where it was not sealed with this secret for this purpose. */
export function unseal(secret: string, purpose: Purpose, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

const nonceBytes = 12;
const tagBytes = 16;

function keyFor(secret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `docgraph ${purpose}`, 32));
}
