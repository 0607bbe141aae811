import { hashOf } from '../../../engine/base/blob.js';
import { findBrokenObjects } from '../../../platform/blobs/check-objects.js';
import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import {
  type Address,
  markReachableContent,
  type ReachableContent,
} from '../../content/content-garbage-collection/reachable-content.js';
import type { Problem, Verification, VerificationCheck } from '../verification-base/check.js';
import { readAllBlobs, type StoredBlob } from './read-blobs.js';

/** Compares the bytes of each blob with its hash and its size, wherever they are. */
export const checkBlobs: VerificationCheck = {
  name: 'blobs',
  kind: 'hashes',
  about: 'bytes of pages and files, compared with their SHA-256 and size',
  async *find(verification) {
    yield* examineRows(verification);
    yield* examineObjects(verification);
  },
};

async function* examineRows({ read, lost, signal }: Verification): AsyncGenerator<Problem> {
  for await (const blob of readAllBlobs(read)) {
    signal.throwIfAborted();
    const problem = examine(blob);
    if (problem?.isLost) lost.add(blob.organizationId, blob.hash);
    if (problem) yield { object: nameOf(blob), detail: problem.detail, repair: problem.repair };
    await yieldToEventLoop();
  }
}

async function* examineObjects({ read, lost, signal }: Verification): AsyncGenerator<Problem> {
  let reachable: ReachableContent | undefined;
  for await (const { problem, ...blob } of findBrokenObjects(read)) {
    signal.throwIfAborted();
    // The garbage collection may have deleted an unreachable blob and its object since the snapshot.
    reachable ??= await markReachableContent(read, signal);
    if (!reachable.has('Blob', blob)) continue;
    lost.add(blob.organizationId, blob.hash);
    yield { object: nameOf(blob), detail: `has its bytes in object storage, but ${problem}.` };
  }
}

function nameOf({ organizationId, hash }: Address): string {
  return `Blob ${organizationId}/${hash}`;
}

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
