import type { Hash, ReadBlob } from '../../../engine/base/types.js';

/** Thrown when content code reads a blob that was not loaded. */
export class MissingBlob extends Error {
  override readonly name = 'MissingBlob';
  constructor(readonly hash: Hash) {
    super(`The blob ${hash} is missing from the store`);
  }
}

/** Loaded blobs by hash. */
export type Blobs = ReadonlyMap<Hash, Uint8Array>;

/** Returns a reader of loaded blobs. The reader throws MissingBlob for any other blob. */
export function blobReader(blobs: Blobs): ReadBlob {
  return (hash) => {
    const bytes = blobs.get(hash);
    if (!bytes) throw new MissingBlob(hash);
    return bytes;
  };
}
