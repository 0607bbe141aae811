import { createHash } from 'node:crypto';

/** The hash algorithms of git repositories. */
export type ObjectFormat = 'sha1' | 'sha256';

/** Returns the id that git gives to a blob: the hash of `blob`, the length, and the bytes. */
export function gitBlobId(bytes: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
