import type { Store } from '../../store/store.js';

/** Milliseconds between two looks for keys that have expired. */
export const sweepEvery = 600_000;

/** Most keys that one transaction removes. */
const atOnce = 1000;

/** Removes keys that have expired, now and then. */
export interface KeySweep {
  /** Ends it; waits for the one under way. */
  close(): Promise<void>;
}

/** Starts to remove expired keys from a store; several processes may do so. Failures are left to the next time. */
export function sweepKeys(store: Store): KeySweep {
  let sweeping: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping.then(() => removeExpired(store)).catch(() => {});
  }, sweepEvery);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await sweeping;
    },
  };
}

/** Removes the keys that have expired. Nothing is written where none has. */
async function removeExpired(store: Store): Promise<void> {
  const now = new Date().toISOString();
  const { read } = store;
  const expired = read.sql.selectFrom('IdempotencyKey').select('hash').where('expiresAt', '<=', now).limit(atOnce);
  for (;;) {
    const hashes = (await read.all(expired)).map(({ hash }) => hash);
    if (hashes.length === 0) return;
    await store.transaction(async (tx) => {
      const rows = tx.read.sql.deleteFrom('IdempotencyKey').where('expiresAt', '<=', now);
      await tx.read.all(rows.where(tx.read.inList('hash', hashes)));
    });
  }
}
