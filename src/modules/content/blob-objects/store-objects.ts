import { chunksOf } from '../../../platform/arrays/chunks-of.js';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { writeBlobObject } from '../../../platform/blobs/write-blob-object.js';
import type { Store } from '../../../platform/db/write/store.js';
import { type BlobPlace, type BlobStorage, blobKey } from '../../../platform/object-storage/blob-storage.js';
import { ObjectStorageError } from '../../../platform/object-storage/storage-errors.js';
import { claimObjects } from './claim-objects.js';
import type { NewBlob } from './place-blobs.js';

/** The object storage, and the function that opens transactions. */
export interface ObjectTarget {
  transaction: Store['transaction'];
  blobs: BlobStorage;
}

/** Number of objects that are written at the same time. */
const parallelWrites = 4;

/** Milliseconds for which writers use the database after the object storage failed. */
const pauseMs = 30_000;

/**
 * Writes blobs as objects, and records in `BlobStorage.places` where each of them must be stored. Each object is
 * claimed before it is written, so that the garbage collection does not delete it, and confirmed after that.
 */
export async function storeObjects({ transaction, blobs }: ObjectTarget, rows: readonly NewBlob[]): Promise<void> {
  for (const [organizationId, own] of groupBy(rows, (row) => row.organizationId)) {
    const hashes = own.map(({ hash }) => hash);
    const claimed = isPaused(blobs) ? new Set() : await claimObjects(transaction, { organizationId, hashes });
    for (const group of chunksOf(own, parallelWrites))
      await Promise.all(
        group.map(async (row) => recordPlace(blobs, row, claimed.has(row.hash) ? await tryToStore(blobs, row) : false)),
      );
  }
}

function isPaused({ pausedUntil }: BlobStorage): boolean {
  return Date.now() < pausedUntil;
}

function recordPlace({ places }: BlobStorage, row: NewBlob, isStored: boolean): void {
  const place: BlobPlace = isStored ? 'objects' : 'database';
  // The place in the database holds only for the transaction that starts again now.
  places.set(blobKey(row), place, isStored ? {} : { ttl: pauseMs });
}

/** Writes and confirms an object. Returns false if the storage fails. */
async function tryToStore(blobs: BlobStorage, row: NewBlob): Promise<boolean> {
  if (isPaused(blobs)) return false;
  try {
    await writeBlobObject(blobs, row);
    return true;
  } catch (error) {
    if (!(error instanceof ObjectStorageError)) throw error;
    blobs.pausedUntil = Date.now() + pauseMs;
    return false;
  }
}
