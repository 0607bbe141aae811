import { createHash } from 'node:crypto';
import type { DumpTable } from '../../db/dump/contract/dumped-tables.js';
import { forEachRow, rowsOf } from '../../db/dump/format/copy-format.js';
import { createRowDecoder } from '../../db/dump/format/decode-row.js';

/** A blob whose bytes do not have the hash that the row says. */
export interface DamagedBlob {
  organizationId: string;
  hash: string;
}

/** Returns a function that finds the damaged blobs in a part of a table; none in tables other than `Blob`. */
export function createBlobCheck(table: DumpTable): (bytes: Buffer) => DamagedBlob[] {
  if (table.name !== 'Blob') return () => [];
  const decode = createRowDecoder(table);
  return (bytes) => {
    const rows = rowsOf({ bytes });
    const damaged: DamagedBlob[] = [];
    forEachRow(rows, table.columns.length, (row) => {
      const values = decode(rows, row);
      const blob = Object.fromEntries(
        table.columns.map(({ name }, index) => [name, values[index]]),
      ) as unknown as BlobRow;
      if (createHash('sha256').update(blob.bytes).digest('hex') !== blob.hash)
        damaged.push({ organizationId: blob.organizationId, hash: blob.hash });
    });
    return damaged;
  };
}

interface BlobRow extends DamagedBlob {
  bytes: Buffer;
}
