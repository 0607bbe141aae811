import { sql } from 'kysely';
import { type BlobAddress, BrokenObjectError, readBlobObject } from '../../../platform/blobs/read-blob-objects.js';
import { type BlobCount, blobsToMove, type MoveTarget } from '../../../platform/blobs/stored-blobs.js';
import { writeBlobObject } from '../../../platform/blobs/write-blob-object.js';
import type { Store } from '../../../platform/db/write/store.js';
import { type BlobStorage, blobKey } from '../../../platform/object-storage/blob-storage.js';
import { claimObjects } from './claim-objects.js';

/** The database and the object storage that blobs move between. */
interface Places {
  store: Store;
  blobs: BlobStorage;
}

/** Options of `moveBlobs`. */
export interface MoveOptions {
  to: MoveTarget;
  /** Called after each blob with the number of moved blobs. */
  onMoved?(moved: BlobCount): void;
  /** Ends the move after the current blob. */
  signal?: AbortSignal;
}

/**
 * Moves the bytes of blobs between the database and object storage, one blob at a time, while servers run. Each blob
 * is read back from its new place, and its hash is checked, before its bytes are removed from the old one. An
 * interrupted move continues when it is called again. The garbage collection deletes the objects of blobs that moved
 * to the database. A broken object is left out, and reported at the end, because all others can be moved back.
 * @throws ObjectStorageError or AppError UNAVAILABLE if the storage fails; BrokenObjectError at the end, if objects
 * could not be moved back
 */
export async function moveBlobs(places: Places, { to, onMoved, signal }: MoveOptions): Promise<BlobCount> {
  const { store, blobs } = places;
  const moved: BlobCount = { blobs: 0, bytes: 0 };
  const broken = { count: 0, first: '' };
  const move = to === 's3' ? moveToStorage : unlessBroken(broken);
  for await (const blob of blobsToMove(store.read, { to, threshold: blobs.threshold })) {
    signal?.throwIfAborted();
    if (!(await move(places, blob))) continue;
    moved.blobs += 1;
    moved.bytes += blob.size;
    onMoved?.(moved);
  }
  if (broken.count > 0) throw new BrokenObjectError(`Cannot move ${broken.count} contents. The first: ${broken.first}`);
  return moved;
}

/** Returns the function that moves a blob to the database, and counts it if its object is broken. */
function unlessBroken(broken: { count: number; first: string }): typeof moveToDatabase {
  return (places, blob) =>
    moveToDatabase(places, blob).catch((error) => {
      if (!(error instanceof BrokenObjectError)) throw error;
      broken.count += 1;
      broken.first ||= error.message;
      return false;
    });
}

/** Returns whether the blob moved: not if it was deleted, or if its object is being deleted. */
async function moveToStorage({ store, blobs }: Places, blob: BlobAddress): Promise<boolean> {
  const { organizationId, hash } = blob;
  const claimed = await claimObjects(store.transaction, { organizationId, hashes: [hash] });
  if (!claimed.has(hash)) return false;
  const query = store.read.sql.selectFrom('Blob').select(['bytes', 'inObjectStorage']);
  const row = await store.read.first(query.where('organizationId', '=', organizationId).where('hash', '=', hash));
  if (!row || row.inObjectStorage) return false;
  await writeBlobObject(blobs, { ...blob, bytes: row.bytes });
  await readBlobObject({ blobs }, blob);
  return replaceBytes(store, blob, null);
}

async function moveToDatabase({ store, blobs }: Places, blob: BlobAddress): Promise<boolean> {
  const isMoved = await replaceBytes(store, blob, await readBlobObject({ blobs }, blob));
  blobs.places.delete(blobKey(blob));
  return isMoved;
}

/**
 * Stores the bytes of a blob in its row, or removes them from it if `bytes` is null. Returns false if the blob was
 * deleted, or has moved already.
 */
async function replaceBytes(
  store: Store,
  { organizationId, hash }: BlobAddress,
  bytes: Uint8Array | null,
): Promise<boolean> {
  const [before, after] = bytes ? [sql`"inObjectStorage"`, sql`false`] : [sql`not "inObjectStorage"`, sql`true`];
  const changed = await store.transaction(({ read }) =>
    read.all(sql`update "Blob" set "bytes" = ${bytes ?? new Uint8Array(0)}, "inObjectStorage" = ${after}
      where "organizationId" = ${organizationId} and "hash" = ${hash} and ${before} returning "hash"`),
  );
  return changed.length > 0;
}
