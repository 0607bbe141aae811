import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type Purpose, purposes } from './sealed-columns.js';

/** The secrets of a server, each of 32 characters or more. */
export interface Secrets {
  /** Secret for signing, sealing and opening values. */
  current: string;
  /** Secret before the last change, which only opens values that were sealed with it; null if there is none. */
  previous: string | null;
}

/** An opened value. */
interface OpenedSecret {
  text: string;
  /** Whether it was sealed with the current secret. */
  isCurrent: boolean;
}

/**
 * Encrypts ("seals") values that must be shown again (AES-256-GCM), so that the database alone does not reveal them.
 */
export interface Sealer {
  /** Seals with the current secret. */
  seal(purpose: Purpose, text: string): string;
  /**
   * Opens a value with the current secret, otherwise with the previous one. Returns null if neither sealed the value
   * for this purpose.
   */
  find(purpose: Purpose, sealed: string): OpenedSecret | null;
  /**
   * Like `find`.
   * @throws Error if neither secret opens the value, which is an error in the configuration of the server
   */
  open(purpose: Purpose, sealed: string): string;
}

/** Creates a sealer. It derives the key for each secret and purpose only once. */
export function createSealer({ current, previous }: Secrets): Sealer {
  const [keys, previousKeys] = [deriveKeys(current), previous === null ? null : deriveKeys(previous)];
  const find: Sealer['find'] = (purpose, sealed) => {
    const text = unseal(keys[purpose], sealed);
    if (text !== null) return { text, isCurrent: true };
    const earlier = previousKeys && unseal(previousKeys[purpose], sealed);
    return earlier === null ? null : { text: earlier, isCurrent: false };
  };
  return {
    seal: (purpose, text) => seal(keys[purpose], text),
    find,
    open(purpose, sealed) {
      const opened = find(purpose, sealed);
      if (opened) return opened.text;
      throw new Error(
        `Cannot open a sealed ${purpose}: neither SECRET nor SECRET_PREVIOUS sealed it. Set SECRET_PREVIOUS to the earlier secret.`,
      );
    },
  };
}

/** Creates and seals a key that signs tokens: 256 random bits as text. The bytes of the text are the key. */
export function createSealedKey(sealer: Sealer, purpose: Purpose): string {
  return sealer.seal(purpose, randomBytes(32).toString('base64url'));
}

const nonceBytes = 12;
const tagBytes = 16;

function deriveKeys(secret: string): Record<Purpose, Buffer> {
  const keys = purposes.map((purpose) => [purpose, deriveKey(secret, purpose)]);
  return Object.fromEntries(keys) as Record<Purpose, Buffer>;
}

function deriveKey(secret: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `docgraph ${purpose}`, 32));
}

function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function unseal(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
