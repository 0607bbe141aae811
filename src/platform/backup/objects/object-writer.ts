import type { BlobRow } from '../../blobs/read-blob-objects.js';
import { writeBlobObject } from '../../blobs/write-blob-object.js';
import type { BlobStorage } from '../../object-storage/blob-storage.js';

/** A blob with its bytes, whose hash was checked. */
type RestoredObject = Omit<BlobRow, 'inObjectStorage'>;

/** Takes the objects of a backup. */
export interface ObjectWriter {
  /** Begins to write an object. Waits until few enough others are being written. */
  store(blob: RestoredObject): Promise<void>;
  /** Waits until all objects are stored. */
  finish(): Promise<void>;
}

/** Number of objects that are written at the same time. */
const parallelWrites = 8;

/**
 * Creates a writer that stores objects in a bucket, and replaces existing ones.
 * @throws ObjectStorageError from its methods if the storage fails
 */
export function createObjectWriter(blobs: BlobStorage): ObjectWriter {
  const open = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const throwFailure = (): void => {
    if (failures.length > 0) throw failures[0];
  };
  return {
    async store(blob) {
      if (open.size >= parallelWrites) await Promise.race(open);
      throwFailure();
      const writing: Promise<void> = writeBlobObject(blobs, blob)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => open.delete(writing));
      open.add(writing);
    },
    async finish() {
      await Promise.all(open);
      throwFailure();
    },
  };
}

/** A writer that stores nothing, for the check of a backup. */
export const noObjectWriter: ObjectWriter = { store: async () => {}, finish: async () => {} };
