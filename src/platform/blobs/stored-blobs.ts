import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../db/query/queries.js';
import type { BlobAddress } from './read-blob-objects.js';

/** Place that blobs move to. */
export type MoveTarget = 's3' | 'database';

/** The blobs that must move to a place. */
export interface Move {
  to: MoveTarget;
  /** Size in bytes up to which blobs stay in the database. */
  threshold: number;
}

/** Number of blobs, and of their bytes. */
export interface BlobCount {
  blobs: number;
  bytes: number;
}

/** Number of rows that one query reads. */
const batchSize = 500;

/** Yields the blobs whose bytes are in object storage, in the order of their keys. */
export function blobsInObjectStorage(read: Queries): AsyncGenerator<BlobAddress> {
  return blobsToMove(read, { to: 'database', threshold: 0 });
}

/** Yields the blobs that must move, without their bytes, in the order of their keys. */
export async function* blobsToMove(read: Queries, move: Move): AsyncGenerator<BlobAddress> {
  for (let last = { organizationId: '', hash: '' }; ; ) {
    const rows = await read.all(sql<BlobAddress>`select "organizationId", "hash", "size" from "Blob"
      where ("organizationId", "hash") > (${last.organizationId}, ${last.hash}) and ${mustMove(move)}
      order by "organizationId", "hash" limit ${batchSize}`);
    yield* rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1)!;
  }
}

/** Returns the number of blobs that must move. Reads all rows of blobs, but not their bytes. */
export async function countBlobsToMove(read: Queries, move: Move): Promise<BlobCount> {
  const query = sql<{ blobs: unknown; bytes: unknown }>`select count(*) as "blobs", coalesce(sum("size"), 0) as "bytes"
    from "Blob" where ${mustMove(move)}`;
  const { blobs, bytes } = (await read.first(query))!;
  return { blobs: Number(blobs), bytes: Number(bytes) };
}

function mustMove({ to, threshold }: Move): RawBuilder<SqlBool> {
  // The length comes first: SQLite would read all bytes of a row to reach a column after them.
  return to === 'database'
    ? sql`length("bytes") = 0 and "inObjectStorage"`
    : sql`not "inObjectStorage" and "size" > ${threshold}`;
}
