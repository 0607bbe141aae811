import { LRUCache } from 'lru-cache';
import type { OnUse } from '../../../access/authenticate.js';
import type { Store } from '../../../platform/db/write/store.js';

/**
 * Minimum number of milliseconds between two writes of a token's last use; also the maximum delay of the stored time.
 */
const interval = 300_000;

/** Stores the times of the last use of tokens. */
export interface LastUse {
  /**
   * Stores the time of a token's use if the last write is old enough, without delaying the caller. A failed write is
   * retried at a later use.
   */
  note: OnUse;
  /** Waits for the writes in progress. */
  close(): Promise<void>;
}

/** Creates the writer of last uses. A process runs at most one write for each token, and at most 10 in total. */
export function createLastUse(store: Store): LastUse {
  /** Tokens that this process has tried to update. Failures count as well, to spare a store that has problems. */
  const recentlyTried = new LRUCache<string, true>({ max: 10_000, ttl: interval });
  const underWay = new Set<Promise<void>>();
  return {
    note(tokenId, lastUsedAt) {
      if (recentlyTried.has(tokenId) || underWay.size >= 10 || !isDue(lastUsedAt)) return;
      recentlyTried.set(tokenId, true);
      const write = updateLastUse(store, tokenId).catch(() => {});
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
async function updateLastUse(store: Store, id: string): Promise<void> {
  const now = new Date();
  const due = new Date(now.getTime() - interval).toISOString();
  await store.transaction(async ({ read, buffer }) => {
    const updateLastUse = read.sql
      .updateTable('AccessToken')
      .set({ lastUsedAt: now.toISOString() })
      .where('id', '=', id);
    buffer(updateLastUse.where((row) => row.or([row('lastUsedAt', 'is', null), row('lastUsedAt', '<=', due)])));
  });
}
