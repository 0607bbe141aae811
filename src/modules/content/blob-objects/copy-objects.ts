import { usingStorage } from '../../../platform/blobs/read-blob-objects.js';
import { RunOutside } from '../../../platform/db/write/run-outside.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { type BlobStorage, blobKey } from '../../../platform/object-storage/blob-storage.js';
import { ObjectStorageError } from '../../../platform/object-storage/storage-errors.js';
import { claimObjects } from './claim-objects.js';

/** Blobs to copy from one organization to another. */
export interface ObjectCopy {
  from: string;
  to: string;
  hashes: readonly string[];
}

/**
 * Makes sure that the receiving organization has an object for each blob whose row has no bytes, before the rows are
 * copied. The rows cannot move to object storage until the transaction ends.
 * @throws RunOutside if objects must be copied first
 */
export async function copyObjects(tx: Transaction, { from, to, hashes }: ObjectCopy): Promise<void> {
  const { blobs } = tx.read;
  const rows = tx.read.sql
    .selectFrom('Blob')
    .select(['hash', 'size', 'inObjectStorage'])
    .where('organizationId', '=', from)
    .where(tx.read.inList('hash', hashes));
  const found = await tx.read.all(tx.read.provider === 'sqlite' ? rows : rows.forShare());
  const inStorage = found.filter(({ inObjectStorage }) => inObjectStorage);
  const missing = inStorage.filter(
    ({ hash }) => blobs?.places.get(blobKey({ organizationId: to, hash })) !== 'objects',
  );
  if (missing.length === 0) return;
  throw new RunOutside((transaction) =>
    usingStorage(blobs, (storage) => copyAll({ transaction, blobs: storage }, { from, to, missing })),
  );
}

async function copyAll(
  { transaction, blobs }: { transaction: Store['transaction']; blobs: BlobStorage },
  { from, to, missing }: Pick<ObjectCopy, 'from' | 'to'> & { missing: { hash: string; size: number }[] },
): Promise<void> {
  const hashes = missing.map(({ hash }) => hash);
  const claimed = await claimObjects(transaction, { organizationId: to, hashes });
  for (const { hash, size } of missing) {
    const [source, target] = [from, to].map((organizationId) => blobKey({ organizationId, hash }));
    if (!claimed.has(hash)) throw notCopied(source!, 'the object of the target is being deleted');
    if (!(await blobs.storage.copy(source!, target!))) throw notCopied(source!, 'it is missing');
    if ((await blobs.storage.head(target!))?.size !== size) throw notCopied(source!, 'the copy was not stored');
    blobs.places.set(target!, 'objects');
  }
}

function notCopied(key: string, reason: string): ObjectStorageError {
  return new ObjectStorageError('failed', `Cannot copy the object ${key}: ${reason}. Repeat the call later.`);
}
