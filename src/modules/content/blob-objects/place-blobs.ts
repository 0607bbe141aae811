import { RunOutside } from '../../../platform/db/write/run-outside.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { blobKey } from '../../../platform/object-storage/blob-storage.js';
import { storeObjects } from './store-objects.js';

/** A new row of a blob, with its bytes. */
export interface NewBlob {
  organizationId: string;
  hash: string;
  size: number;
  bytes: Uint8Array;
}

const noBytes = new Uint8Array(0);

/**
 * Decides where the bytes of new blobs are stored, and returns the rows to insert. Objects are written without a
 * lock: the transaction is rolled back, the objects are written and confirmed, and the transaction starts again. If the
 * object storage fails, the bytes are stored in the database; `docgraph blobs move` moves them later.
 * @throws RunOutside if large blobs are not in object storage yet
 */
export function placeBlobs<Blob extends NewBlob>(
  { read: { blobs } }: Pick<Transaction, 'read'>,
  rows: readonly Blob[],
): (Blob & { inObjectStorage: boolean })[] {
  const places = rows.map((row) => (blobs && row.size > blobs.threshold ? blobs.places.get(blobKey(row)) : 'database'));
  const unplaced = rows.filter((_, index) => places[index] === undefined);
  if (blobs && unplaced.length > 0)
    throw new RunOutside((transaction) => storeObjects({ transaction, blobs }, unplaced));
  return rows.map((row, index) =>
    places[index] === 'objects'
      ? { ...row, bytes: noBytes, inObjectStorage: true }
      : { ...row, inObjectStorage: false },
  );
}
