import { findBrokenObjects } from '../../../platform/blobs/check-objects.js';
import type { BlobAddress } from '../../../platform/blobs/read-blob-objects.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { VerificationCheck } from '../verification-base/check.js';

/**
 * Reads each object of a blob, and compares it with its hash and its size. Fails if the storage cannot be used, because
 * later checks read texts from it.
 */
export const checkObjects: VerificationCheck = {
  name: 'objects',
  kind: 'hashes',
  about: 'bytes of pages and files in object storage, compared with their SHA-256 and size',
  async *find({ read, lost, signal, readNow }) {
    for await (const { problem, ...blob } of findBrokenObjects(read, () => signal.throwIfAborted())) {
      const { organizationId, hash } = blob;
      // The garbage collection deletes objects of blobs that were deleted or moved since the snapshot.
      if (!(await readNow((now) => isInObjectStorage(now, blob)))) continue;
      lost.add(organizationId, hash);
      const detail = `has its bytes in ${read.blobs?.storage.url}, but the object cannot be read: ${problem}.`;
      yield { object: `Blob ${organizationId}/${hash}`, detail };
    }
  },
};

async function isInObjectStorage({ sql, first }: Queries, { organizationId, hash }: BlobAddress): Promise<boolean> {
  const row = sql.selectFrom('Blob').select('inObjectStorage');
  const found = await first(row.where('organizationId', '=', organizationId).where('hash', '=', hash));
  return found?.inObjectStorage ?? false;
}
