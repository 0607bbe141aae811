import { LRUCache } from 'lru-cache';
import type { AddressedUse } from '../../../access/authenticate.js';
import type { Store } from '../../../platform/db/write/store.js';
import { sessionExpiry } from './session-expiry.js';

/**
 * Minimum time between two writes of a token's last use, in milliseconds. The stored time is at most this much too old.
 */
const intervalMs = 300_000;

/**
 * Writer of the time and the address of the last use of each token and session. It also extends sessions that are used.
 */
export interface LastUse {
  /**
   * Stores the time and address of a token's use if the last write is old enough. It does not wait for the write. A
   * failed write is retried at a later use.
   */
  note(use: AddressedUse): void;
  /** Waits for the writes in progress. */
  close(): Promise<void>;
}

/** Creates the writer of last uses. At most 10 writes run at the same time. */
export function createLastUse(store: Store): LastUse {
  /**
   * Ids of tokens that this process tried to update within `intervalMs`. Failed attempts count as well, so that a
   * database with problems gets fewer writes.
   */
  const recentlyTried = new LRUCache<string, true>({ max: 10_000, ttl: intervalMs });
  const pendingWrites = new Set<Promise<void>>();
  return {
    note(use) {
      if (recentlyTried.has(use.id) || pendingWrites.size >= 10 || !isDue(use.lastUsedAt)) return;
      recentlyTried.set(use.id, true);
      const write = updateLastUse(store, use).catch(() => {});
      pendingWrites.add(write);
      void write.finally(() => pendingWrites.delete(write));
    },
    close: async () => void (await Promise.all(pendingWrites)),
  };
}

function isDue(lastUsedAt: string | null): boolean {
  return lastUsedAt === null || Date.parse(lastUsedAt) <= Date.now() - intervalMs;
}

/** Writes the last use of a token, unless another process wrote it within `intervalMs`, or the token was deleted. */
async function updateLastUse(store: Store, { id, signedInAt, address }: AddressedUse): Promise<void> {
  const now = new Date();
  const cutoff = new Date(now.getTime() - intervalMs).toISOString();
  const expiresAt = signedInAt === undefined ? undefined : sessionExpiry(new Date(signedInAt), now).toISOString();
  await store.transaction(async ({ read, buffer }) => {
    const updateLastUse = read.sql
      .updateTable('AccessToken')
      .set({ lastUsedAt: now.toISOString(), lastUsedAddress: address, ...(expiresAt !== undefined && { expiresAt }) })
      .where('id', '=', id);
    buffer(updateLastUse.where((row) => row.or([row('lastUsedAt', 'is', null), row('lastUsedAt', '<=', cutoff)])));
  });
}
