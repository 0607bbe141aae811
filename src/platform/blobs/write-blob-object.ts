import { type BlobStorage, blobKey } from '../object-storage/blob-storage.js';
import { ObjectStorageError } from '../object-storage/storage-errors.js';
import type { BlobRow } from './read-blob-objects.js';

/** A blob with its bytes. */
type WritableBlob = Omit<BlobRow, 'inObjectStorage'>;

/**
 * Writes the bytes of a blob to object storage, and reads their size back: a server may acknowledge a write and lose it.
 * @throws ObjectStorageError if it is not stored
 */
export async function writeBlobObject({ storage }: Pick<BlobStorage, 'storage'>, blob: WritableBlob): Promise<void> {
  const key = blobKey(blob);
  await storage.put(key, blob.bytes, blob.hash);
  const found = await storage.head(key);
  if (found?.size === blob.size) return;
  const state = found ? `it has ${found.size} of ${blob.size} bytes` : 'it is missing';
  const nextStep = 'Check the storage: it acknowledged the write.';
  throw new ObjectStorageError('failed', `Cannot write the object ${key} to ${storage.url}: ${state}. ${nextStep}`);
}
