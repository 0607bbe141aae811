import { createHash } from 'node:crypto';
import { ContentError, type Hash } from './types.js';

/** The address of some content: SHA-256 in lower-case hexadecimal. */
export function hashOf(content: Uint8Array | string): Hash {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Reads bytes as UTF-8 text, with a byte-order mark left in place so that spans and bytes stay in step.
 * @throws ContentError naming `file` where the bytes are not UTF-8.
 */
export function textOf(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ContentError(`"${file}" must be UTF-8 text; convert it or remove it from the folder`, file);
  }
}
