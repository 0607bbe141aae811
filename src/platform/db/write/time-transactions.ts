import type { BatchTimes } from '../query/batch-times.js';
import { originOf, type Store } from './store.js';

/**
 * Returns a store that adds the times of its transactions to `times`. `BEGIN` is the time until the work of a
 * transaction starts. `COMMIT` is the time of the commit with all buffered writes. Buffered statements are counted
 * without a time.
 */
export function timeTransactions(store: Store, times: BatchTimes): Store {
  const observer = { onBatch: times.onBatch, onBuffer: (sql: string) => times.add(sql, 0), onJob() {} };
  return {
    ...store,
    origin: originOf(store),
    async transaction(work, tenant) {
      let last = performance.now();
      const lap = (name: string): void => {
        const now = performance.now();
        times.add(name, now - last);
        last = now;
      };
      const result = await store.transaction(async (tx) => {
        lap('BEGIN');
        tx.observe(observer);
        const done = await work(tx);
        last = performance.now();
        return done;
      }, tenant);
      lap('COMMIT');
      return result;
    },
  };
}
