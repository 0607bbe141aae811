import type { TableWithId } from '../../src/platform/db/query/by-id.js';
import type { TestApp } from './app.js';
import { waitForBlockedTransactions } from './waiting.js';

/** Runs writes while a row is locked. Each one waits for the lock before the next starts. SQLite has one writer. */
export async function runWhileRowIsLocked(
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
    await waitForBlockedTransactions(test, index + 1);
  }
  release();
  await held.ended;
  return Promise.all(begun);
}
