import type { BlobRow } from '../../blobs/read-blob-objects.js';
import type { DumpTable } from '../../db/dump/contract/dumped-tables.js';
import { forEachRow, rowsOf } from '../../db/dump/format/copy-format.js';
import { createRowDecoder } from '../../db/dump/format/decode-row.js';

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
  const decode = createRowDecoder(table);
  return (bytes) => {
    const rows = rowsOf({ bytes });
    const blobs: PartBlob[] = [];
    forEachRow(rows, table.columns.length, (row) => {
      const values = decode(rows, row);
      const named = Object.fromEntries(table.columns.map(({ name }, index) => [name, values[index]]));
      const { organizationId, hash, size, bytes: own, inObjectStorage = 0 } = named as unknown as StoredBlob;
      const blob = { organizationId, hash, size, bytes: own, inObjectStorage: inObjectStorage === 1 };
      blobs.push({ ...blob, values, row: rows.subarray(row.start, row.end) });
    });
    return blobs;
  };
}

interface StoredBlob extends Omit<BlobRow, 'inObjectStorage'> {
  inObjectStorage?: number;
}
