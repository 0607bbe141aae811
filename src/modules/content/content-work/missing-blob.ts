import type { Hash, ReadBlob } from '../../../engine/base/types.js';

/** Thrown where content code asks for a blob that is not at hand. */
export class MissingBlob extends Error {
  override readonly name = 'MissingBlob';
  constructor(readonly hash: Hash) {
    super(`The blob ${hash} is missing from the store`);
  }
}

/** Blobs at hand, by their hash. */
export type Blobs = ReadonlyMap<Hash, Uint8Array>;

/** Reads blobs from those at hand. The reader throws MissingBlob for any other. */
export function readerOf(blobs: Blobs): ReadBlob {
  return (hash) => {
    const bytes = blobs.get(hash);
    if (!bytes) throw new MissingBlob(hash);
    return bytes;
  };
}
