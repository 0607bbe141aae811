import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TableWithId } from '../../src/store/by-id.js';
import type { TestApp } from './app.js';

/** How many transactions of the database wait for a lock. */
async function waiting({ store }: TestApp): Promise<number> {
  const count = sql<{ count: string }>`select count(*)::text as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return Number((await store.read.all(count))[0]!.count);
}

/** Does writes one behind the other while a row is locked: each waits before the next is begun. SQLite has one writer. */
export async function queuedBehind(
  test: TestApp,
  row: { table: TableWithId; id: string },
  ...writes: (() => Promise<unknown>)[]
): Promise<unknown[]> {
  const queues = test.store.provider === 'postgresql';
  let release = () => {};
  const begun: Promise<unknown>[] = [];
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = await new Promise<{ ended: Promise<void> }>((isHeld) => {
    const ended: Promise<void> = test.store.transaction(async (tx) => {
      await tx.lock(row.table, row.id);
      isHeld({ ended });
      if (queues) await released;
    });
  });
  for (const [index, write] of writes.entries()) {
    begun.push(write().catch((error) => error));
    while (queues && (await waiting(test)) <= index) await sleep(5);
  }
  release();
  await held.ended;
  return Promise.all(begun);
}
