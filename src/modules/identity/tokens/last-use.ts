import { LRUCache } from 'lru-cache';
import type { AddressedUse } from '../../../access/authenticate.js';
import type { Store } from '../../../platform/db/write/store.js';
import { sessionExpiry } from './session-expiry.js';

/**
 * Minimum number of milliseconds between two writes of a token's last use; also the maximum delay of the stored time.
 */
const interval = 300_000;

/** Stores the times and addresses of the last use of tokens and sessions. A use extends a session. */
export interface LastUse {
  /**
   * Stores the time and address of a token's use if the last write is old enough, without delaying the caller. A failed
   * write is retried at a later use.
   */
  note(use: AddressedUse): void;
  /** Waits for the writes in progress. */
  close(): Promise<void>;
}

/** Creates the writer of last uses. A process runs at most one write for each token, and at most 10 in total. */
export function createLastUse(store: Store): LastUse {
  /** Tokens that this process has tried to update. Failures count as well, to spare a store that has problems. */
  const recentlyTried = new LRUCache<string, true>({ max: 10_000, ttl: interval });
  const underWay = new Set<Promise<void>>();
  return {
    note(use) {
      if (recentlyTried.has(use.id) || underWay.size >= 10 || !isDue(use.lastUsedAt)) return;
      recentlyTried.set(use.id, true);
      const write = updateLastUse(store, use).catch(() => {});
      underWay.add(write);
      void write.finally(() => underWay.delete(write));
    },
    close: async () => void (await Promise.all(underWay)),
  };
}

function isDue(lastUsedAt: string | null): boolean {
  return lastUsedAt === null || Date.parse(lastUsedAt) <= Date.now() - interval;
}

/** Writes the last use of a token, unless another process did so meanwhile, or the token was deleted. */
async function updateLastUse(store: Store, { id, signedInAt, address }: AddressedUse): Promise<void> {
  const now = new Date();
  const due = new Date(now.getTime() - interval).toISOString();
  const expiresAt = signedInAt === undefined ? undefined : sessionExpiry(new Date(signedInAt), now).toISOString();
  await store.transaction(async ({ read, buffer }) => {
    const updateLastUse = read.sql
      .updateTable('AccessToken')
      .set({ lastUsedAt: now.toISOString(), lastUsedAddress: address, ...(expiresAt !== undefined && { expiresAt }) })
      .where('id', '=', id);
    buffer(updateLastUse.where((row) => row.or([row('lastUsedAt', 'is', null), row('lastUsedAt', '<=', due)])));
  });
}
