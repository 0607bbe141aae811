import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Store } from '../../src/platform/db/write/store.js';

/**
 * Resolves once the given number of transactions of a database wait for a lock. Resolves immediately on SQLite: it has
 * one writer, and waiting transactions are in the queue of their process.
 */
export async function waitForBlockedTransactions({ store }: { store: Store }, count = 1): Promise<void> {
  if (store.provider === 'sqlite') return;
  while ((await waiting(store)) < count) await sleep(5);
}

async function waiting({ read }: Store): Promise<number> {
  const query = sql<{ count: string }>`select count(*)::text as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return Number((await read.all(query))[0]!.count);
}
