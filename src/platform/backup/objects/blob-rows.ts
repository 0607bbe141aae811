import type { BlobRow } from '../../blobs/read-blob-objects.js';
import type { DumpTable } from '../../db/dump/contract/dumped-tables.js';
import { createPartReader } from '../../db/dump/format/decode-row.js';

/** A row of the table `Blob` in a part of a dump. */
export interface PartBlob extends BlobRow {
  /** Values as SQLite stores them, in the order of the columns. */
  values: readonly unknown[];
  /** The encoded row. */
  row: Buffer;
}

/**
 * Creates a function that reads the rows of a part of the table `Blob`. Bytes and rows are views of the part. Backups of
 * earlier versions have no objects.
 */
export function createBlobReader(table: DumpTable): (bytes: Buffer) => PartBlob[] {
  const read = createPartReader(table);
  return (bytes) =>
    read(bytes).map(({ named, ...decoded }) => {
      const { organizationId, hash, size, bytes: own, inObjectStorage = 0 } = named as unknown as StoredBlob;
      return { organizationId, hash, size, bytes: own, inObjectStorage: inObjectStorage === 1, ...decoded };
    });
}

interface StoredBlob extends Omit<BlobRow, 'inObjectStorage'> {
  inObjectStorage?: number;
}
