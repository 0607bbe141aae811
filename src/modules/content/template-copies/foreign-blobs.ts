import type { Hash } from '../../../engine/base/types.js';
import type { Store } from '../../../platform/db/write/store.js';
import { readBlobs } from '../revisions/read-blobs.js';
import { groupsInSteps } from '../revisions/store-in-steps.js';

/** Blobs of one organization to copy to another. */
export interface ForeignBlobs {
  hashes: Hash[];
  from: string;
  to: string;
}

/**
 * Reads the blobs that an organization has and another lacks, in groups. Each group is at most as large as one step of
 * `storeInSteps`, unless it consists of one larger blob.
 */
export async function* foreignBlobs(
  { read }: Pick<Store, 'read'>,
  { hashes, from, to }: ForeignBlobs,
): AsyncGenerator<[Hash, () => Uint8Array]> {
  const known = read.sql.selectFrom('Blob').select('hash').where('organizationId', '=', to);
  const sizes = read.sql
    .selectFrom('Blob')
    .select(['hash', 'size'])
    .where('organizationId', '=', from)
    .where(read.inList('hash', hashes))
    .where('hash', 'not in', known.where(read.inList('hash', hashes)))
    .orderBy('hash');
  for (const group of groupsInSteps(await read.all(sizes))) {
    const own = group.map(({ hash }) => hash);
    for (const [hash, bytes] of await readBlobs(read, from, own)) yield [hash, () => bytes];
  }
}
