import type { Lease, LeaseSource } from '../../../src/platform/quotas/quota.js';

/** A source of leases in memory that tests can stop. */
export interface Ledger {
  source: LeaseSource;
  /** Number of points that are leased. */
  total(): number;
  /** Number of batches so far. */
  batches(): number;
  /** Makes further batches fail, or succeed again. */
  stop(isStopped: boolean): void;
}

/** Creates a source of leases for one account in one window. */
export function createLedger(): Ledger {
  let [total, batches, isStopped] = [0, 0, false];
  return {
    async source(requests) {
      batches += 1;
      if (isStopped) throw new Error('The database cannot be reached');
      return requests.map(({ points, returned, quota }): Lease => {
        const before = Math.max(0, total - returned);
        total = Math.min(quota.points, before + points);
        return { granted: total - before, total, window: 'first', msLeft: quota.windowMs };
      });
    },
    total: () => total,
    batches: () => batches,
    stop(stopped) {
      isStopped = stopped;
    },
  };
}
