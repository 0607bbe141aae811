import type { Hash } from '../../../engine/base/types.js';
import type { Store } from '../../../platform/db/write/store.js';
import { readBlobs } from '../revisions/read-blobs.js';
import { groupsInSteps } from '../revisions/store-in-steps.js';

/** Blobs to copy from one organization to another. `from` and `to` are ids of organizations. */
export interface ForeignBlobs {
  hashes: Hash[];
  from: string;
  to: string;
}

/**
 * Reads the blobs that the first organization has and the second does not, in groups. Each group is at most as large as
 * one step of `storeInSteps`, unless it consists of one larger blob.
 */
export async function* foreignBlobs(
  { read }: Pick<Store, 'read'>,
  { hashes, from, to }: ForeignBlobs,
): AsyncGenerator<[Hash, () => Uint8Array]> {
  const existing = read.sql.selectFrom('Blob').select('hash').where('organizationId', '=', to);
  const sizes = read.sql
    .selectFrom('Blob')
    .select(['hash', 'size'])
    .where('organizationId', '=', from)
    .where(read.inList('hash', hashes))
    .where('hash', 'not in', existing.where(read.inList('hash', hashes)))
    .orderBy('hash');
  for (const group of groupsInSteps(await read.all(sizes))) {
    const groupHashes = group.map(({ hash }) => hash);
    for (const [hash, bytes] of await readBlobs(read, from, groupHashes)) yield [hash, () => bytes];
  }
}
