import { hashOf } from '../../../engine/base/blob.js';
import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import type { Problem, VerificationCheck } from '../verification-base/check.js';
import { readAllBlobs, type StoredBlob } from './read-blobs.js';

/** Compares the bytes of each blob in the database with its hash and its size. */
export const checkBlobs: VerificationCheck = {
  name: 'blobs',
  kind: 'hashes',
  about: 'bytes of pages and files in the database, compared with their SHA-256 and size',
  async *find({ read, lost, signal }) {
    for await (const blob of readAllBlobs(read)) {
      signal.throwIfAborted();
      const problem = examine(blob);
      if (problem?.isLost) lost.add(blob.organizationId, blob.hash);
      if (problem)
        yield { object: `Blob ${blob.organizationId}/${blob.hash}`, detail: problem.detail, repair: problem.repair };
      await yieldToEventLoop();
    }
  },
};

interface BlobFault extends Pick<Problem, 'detail' | 'repair'> {
  isLost: boolean;
}

function examine({ organizationId, hash, size, bytes }: StoredBlob): BlobFault | null {
  const found = hashOf(bytes);
  if (found !== hash) return { detail: `has bytes with another hash (${found}).`, isLost: true };
  const { length } = bytes;
  if (size === length) return null;
  return {
    detail: `has the size ${size}, but ${length} bytes.`,
    isLost: false,
    repair: (store) =>
      store.transaction(({ read }) =>
        read.all(
          read.sql
            .updateTable('Blob')
            .set({ size: length })
            .where('organizationId', '=', organizationId)
            .where('hash', '=', hash),
        ),
      ),
  };
}
