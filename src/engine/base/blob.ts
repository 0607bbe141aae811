import { createHash } from 'node:crypto';
import { decodeText } from './encoding.js';
import { ContentError, type Hash } from './types.js';

/** Returns the hash that identifies content: its SHA-256 in lower-case hexadecimal. */
export function hashOf(content: Uint8Array | string): Hash {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Decodes the bytes of a text file: as UTF-8, or in another detected encoding (see `decodeText`).
 * @throws ContentError naming `file` if no encoding decodes the bytes.
 */
export function decodeTextFile(bytes: Uint8Array, file: string): string {
  const decoded = decodeText(bytes);
  if (decoded) return decoded.text;
  throw new ContentError(`"${file}" must be text; convert it to UTF-8 or remove it from the folder`, file);
}
