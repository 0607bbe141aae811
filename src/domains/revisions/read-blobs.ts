import { LRUCache } from 'lru-cache';
import type { Hash } from '../../content/types.js';
import { preparedQuery } from '../../store/prepared-query.js';
import type { Queries } from '../../store/queries.js';
import type { Transaction } from '../../store/transaction.js';
import { addressKey } from './loaders.js';

/** Small blobs in memory, by address: what was written or read a moment ago is what is edited and merged. Content never changes. */
const known = new LRUCache<string, Uint8Array>({ maxSize: 8_388_608, sizeCalculation: ({ length }) => length + 200 });

/** Bytes of a blob that is kept at most. */
const small = 65_536;

/** Reads blobs of an organization: those that are not in memory in one batch. What is not in the store is left out. */
export async function readBlobs(
  read: Queries,
  organizationId: string,
  hashes: readonly Hash[],
): Promise<Map<Hash, Uint8Array>> {
  const found = new Map<Hash, Uint8Array>();
  const missing: Hash[] = [];
  for (const hash of hashes) {
    const bytes = known.get(addressKey({ organizationId, hash }));
    if (bytes) found.set(hash, bytes);
    else missing.push(hash);
  }
  if (missing.length === 0) return found;
  for (const { hash, bytes } of await read.all(byHash(read, { organizationId, hashes: missing }))) {
    found.set(hash, bytes);
    keep({ organizationId, hash }, bytes);
  }
  return found;
}

/** Keeps blobs that a transaction writes, once it has. */
export function keepBlobs(
  { onCommit }: Transaction,
  organizationId: string,
  blobs: ReadonlyMap<Hash, Uint8Array>,
): void {
  onCommit(() => {
    for (const [hash, bytes] of blobs) keep({ organizationId, hash }, bytes);
  });
}

const byHash = preparedQuery<{ organizationId: string; hashes: readonly Hash[] }, { hash: Hash; bytes: Uint8Array }>(
  ({ sql }, value, isIn) =>
    sql
      .selectFrom('Blob')
      .select(['hash', 'bytes'])
      .where('organizationId', '=', value('organizationId'))
      .where(isIn('hash', 'hashes')),
);

/** A copy of its own: a view would keep all of what it is a view of. */
function keep(address: Parameters<typeof addressKey>[0], bytes: Uint8Array): void {
  if (bytes.length <= small) known.set(addressKey(address), new Uint8Array(bytes));
}
