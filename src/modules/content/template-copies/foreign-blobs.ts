import type { Hash } from '../../../engine/base/types.js';
import type { Store } from '../../../platform/db/write/store.js';
import { readBlobs } from '../revisions/read-blobs.js';
import { groupsInSteps } from '../revisions/store-in-steps.js';

/** Blobs of one organization that another needs. */
export interface ForeignBlobs {
  hashes: Hash[];
  from: string;
  to: string;
}

/**
 * Reads the blobs that an organization has and another lacks, a few at a time: no more are in memory than one step of
 * storing takes, but for a blob that is larger by itself.
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
