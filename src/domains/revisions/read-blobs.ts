import type { Hash } from '../../content/types.js';
import type { Queries } from '../../store/queries.js';

/** Reads blobs of an organization: one batch, none where none are asked for. What is not in the store is left out. */
export async function readBlobs(
  read: Queries,
  organizationId: string,
  hashes: readonly Hash[],
): Promise<Map<Hash, Uint8Array>> {
  if (hashes.length === 0) return new Map();
  const query = read.sql
    .selectFrom('Blob')
    .select(['hash', 'bytes'])
    .where('organizationId', '=', organizationId)
    .where(read.inList('hash', hashes));
  return new Map((await read.all(query)).map(({ hash, bytes }) => [hash, bytes]));
}
