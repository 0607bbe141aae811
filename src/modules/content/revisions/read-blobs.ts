import type { Hash } from '../../../engine/base/types.js';
import { type BlobRow, readBytes } from '../../../platform/blobs/read-blob-objects.js';
import { createCache } from '../../../platform/cache/cache.js';
import { preparedQuery } from '../../../platform/db/query/prepared-query.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { addressKey } from './loaders.js';

/**
 * Small blobs in memory, by address. Blobs that were just written or read are often edited or merged next. Content
 * never changes.
 */
const known = createCache<Uint8Array>({ name: 'small blobs', weigh: ({ length }) => length });

/** Maximum size of a cached blob, in bytes. */
const maxCachedBytes = 65_536;

/** Reads blobs of an organization; the result omits blobs that are not in the store. */
export type ReadBlobs = (
  read: Queries,
  organizationId: string,
  hashes: readonly Hash[],
) => Promise<Map<Hash, Uint8Array>>;

/**
 * Reads blobs in one batch of queries, and those in object storage from there. Needs no query for an empty list.
 * @throws errors of `readBytes`
 */
export const readBlobs: ReadBlobs = async (read, organizationId, hashes) => {
  if (hashes.length === 0) return new Map();
  const rows = await read.all(byHash(read, { organizationId, hashes }));
  const contents = await readBytes(
    read,
    rows.map((row) => ({ ...row, organizationId })),
  );
  return new Map(rows.map(({ hash }, index) => [hash, contents[index]!]));
};

/** Does the same as `readBlobs`, with a cache. Used by writers, because their transactions wait for the result. */
export const readBlobsWithCache: ReadBlobs = async (read, organizationId, hashes) => {
  const found = new Map<Hash, Uint8Array>();
  const missing: Hash[] = [];
  for (const hash of hashes) {
    const bytes = known.get(addressKey({ organizationId, hash }));
    if (bytes) found.set(hash, bytes);
    else missing.push(hash);
  }
  for (const [hash, bytes] of await readBlobs(read, organizationId, missing)) {
    found.set(hash, bytes);
    cacheBlob({ organizationId, hash }, bytes);
  }
  return found;
};

/**
 * Returns a function that does the same as `readBlobsWithCache` and also finds the given blobs, which may not be in the
 * database yet.
 */
export function readBlobsWithExtra(known: ReadonlyMap<Hash, Uint8Array>): ReadBlobs {
  return async (read, organizationId, hashes) => {
    const stored = await readBlobsWithCache(
      read,
      organizationId,
      hashes.filter((hash) => !known.has(hash)),
    );
    for (const hash of hashes) if (known.has(hash)) stored.set(hash, known.get(hash)!);
    return stored;
  };
}

/** Caches blobs that a transaction writes, once it commits. */
export function cacheBlobsOnCommit(
  { onCommit }: Transaction,
  organizationId: string,
  blobs: ReadonlyMap<Hash, Uint8Array>,
): void {
  onCommit(() => {
    for (const [hash, bytes] of blobs) cacheBlob({ organizationId, hash }, bytes);
  });
}

const byHash = preparedQuery<{ organizationId: string; hashes: readonly Hash[] }, Omit<BlobRow, 'organizationId'>>(
  ({ sql }, value, isIn) =>
    sql
      .selectFrom('Blob')
      .select(['hash', 'size', 'bytes', 'inObjectStorage'])
      .where('organizationId', '=', value('organizationId'))
      .where(isIn('hash', 'hashes')),
);

/** Caches a copy: a view would retain its whole buffer. */
function cacheBlob(address: Parameters<typeof addressKey>[0], bytes: Uint8Array): void {
  if (bytes.length <= maxCachedBytes) known.set(addressKey(address), new Uint8Array(bytes));
}
