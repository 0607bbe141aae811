import { createCipheriv, createDecipheriv, createHash, createHmac, scryptSync } from 'node:crypto';

/** Seals values with a passphrase, so that they can move to another server. Equal values give equal text. */
export interface PassphraseSealer {
  seal(purpose: string, text: string): string;
  /** Opens a value; returns null if it was sealed with another passphrase, for another purpose, or was changed. */
  open(purpose: string, sealed: string): string | null;
}

const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/** Cost of the derivation: about 100 ms and 32 MiB. */
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_048_576 };

/**
 * Creates a sealer whose keys derive from the passphrase (scrypt). The salt is the SHA-256 of the organization's id.
 *
 * The nonce is an HMAC of the purpose and the text, so it repeats only for the same value.
 */
export function createPassphraseSealer(passphrase: string, organizationId: string): PassphraseSealer {
  const salt = createHash('sha256').update(organizationId).digest();
  const keys = scryptSync(passphrase.normalize('NFC'), salt, 2 * keyBytes, cost);
  const [key, nonceKey] = [keys.subarray(0, keyBytes), keys.subarray(keyBytes)];
  return {
    seal(purpose, text) {
      const nonce = createHmac('sha256', nonceKey).update(`${purpose}\0${text}`).digest().subarray(0, nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (purpose, sealed) => open(key, purpose, Buffer.from(sealed, 'base64url')),
  };
}

function open(key: Buffer, purpose: string, bytes: Buffer): string | null {
  if (bytes.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
