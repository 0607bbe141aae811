import { createHash } from 'node:crypto';
import { decodeText } from './encoding.js';
import { ContentError, type Hash } from './types.js';

/** The address of some content: SHA-256 in lower-case hexadecimal. */
export function hashOf(content: Uint8Array | string): Hash {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Reads bytes as text: UTF-8, or another encoding that they look like (`decodeText`).
 * @throws ContentError naming `file` if no encoding makes a text of them.
 */
export function textOf(bytes: Uint8Array, file: string): string {
  const decoded = decodeText(bytes);
  if (decoded) return decoded.text;
  throw new ContentError(`"${file}" must be text; convert it to UTF-8 or remove it from the folder`, file);
}
