import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Hash } from '../../../engine/base/types.js';
import { chunksWithin } from '../../../platform/arrays/chunks-of.js';
import type { Queries } from '../../../platform/db/query/queries.js';

/** A stored blob with its bytes. */
export interface StoredBlob {
  organizationId: string;
  hash: Hash;
  /** Size according to its row. */
  size: number;
  bytes: Uint8Array;
}

/** A blob without its bytes. */
interface BlobAddress {
  organizationId: string;
  hash: Hash;
  size: number;
  /** Number of bytes that the row has. */
  length: number;
}

/** Number of addresses that one query reads, and maximum size of blobs that are in memory at the same time. */
const limits = { addresses: 1_000, items: 100, bytes: 8_388_608 };

/** Blobs whose bytes are in their rows. SQLite finds the length without reading the bytes. */
function isInRow(): RawBuilder<SqlBool> {
  return sql`(length("bytes") > 0 or not "inObjectStorage")`;
}

/** Reads all blobs with bytes in the database, a few at a time. Another check reads those in object storage. */
export async function* readAllBlobs(read: Queries): AsyncGenerator<StoredBlob> {
  for (let last = { organizationId: '', hash: '' }; ; ) {
    const found = await read.all(
      sql<BlobAddress>`select "organizationId", "hash", "size", length("bytes") as "length" from "Blob"
        where ("organizationId", "hash") > (${last.organizationId}, ${last.hash}) and ${isInRow()}
        order by "organizationId", "hash" limit ${limits.addresses}`,
      { length: 'int' },
    );
    for (const group of chunksWithin(found, limits, ({ length }) => length)) yield* await readBytes(read, group);
    if (found.length < limits.addresses) return;
    last = found.at(-1)!;
  }
}

/** Reads the blobs between the first and the last address of a group, which are those of the group. */
function readBytes(read: Queries, group: readonly BlobAddress[]): Promise<StoredBlob[]> {
  const [first, last] = [group[0]!, group.at(-1)!];
  return read.all(sql<StoredBlob>`select "organizationId", "hash", "size", "bytes" from "Blob"
    where ("organizationId", "hash") >= (${first.organizationId}, ${first.hash})
      and ("organizationId", "hash") <= (${last.organizationId}, ${last.hash}) and ${isInRow()}
    order by "organizationId", "hash"`);
}
