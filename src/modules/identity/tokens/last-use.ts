import { LRUCache } from 'lru-cache';
import type { OnUse } from '../../../access/authenticate.js';
import type { Store } from '../../../platform/db/write/store.js';

/** Milliseconds that the last use of a token may lag behind: it is written at most once in as long. */
const interval = 300_000;

/** Keeps when tokens were last used. */
export interface LastUse {
  /** Moves a token's last use, where that is due, without making anyone wait; failures are left to the next time. */
  note: OnUse;
  /** Waits for the writes under way. */
  close(): Promise<void>;
}

/** Keeps the last use of tokens in a store: one write at a time for each token of a process, and of all at most 10. */
export function createLastUse(store: Store): LastUse {
  /** Tokens that this process has tried to move; a try that failed counts, so that a store in trouble is left alone. */
  const tried = new LRUCache<string, true>({ max: 10_000, ttl: interval });
  const underWay = new Set<Promise<void>>();
  return {
    note(tokenId, lastUsedAt) {
      if (tried.has(tokenId) || underWay.size >= 10 || !isDue(lastUsedAt)) return;
      tried.set(tokenId, true);
      const write = move(store, tokenId).catch(() => {});
      underWay.add(write);
      void write.finally(() => underWay.delete(write));
    },
    close: async () => void (await Promise.all(underWay)),
  };
}

function isDue(lastUsedAt: string | null): boolean {
  return lastUsedAt === null || Date.parse(lastUsedAt) <= Date.now() - interval;
}

/** Another process may have moved it meanwhile; a token may be gone. */
async function move(store: Store, id: string): Promise<void> {
  const now = new Date();
  const due = new Date(now.getTime() - interval).toISOString();
  await store.transaction(async ({ read, buffer }) => {
    const move = read.sql.updateTable('AccessToken').set({ lastUsedAt: now.toISOString() }).where('id', '=', id);
    buffer(move.where((row) => row.or([row('lastUsedAt', 'is', null), row('lastUsedAt', '<=', due)])));
  });
}
