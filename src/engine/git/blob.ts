import { createHash } from 'node:crypto';

/** The two hashes that repositories are made with. */
export type ObjectFormat = 'sha1' | 'sha256';

/** The id that git gives to these bytes as a blob: the hash of `blob`, their length and themselves. */
export function gitBlobId(bytes: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
