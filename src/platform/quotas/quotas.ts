import { createLeaseBatches } from './lease-batches.js';
import type { LeaseSource, Quota } from './quota.js';
import { createLeasedShares, createWholeShares, type MaintainedShares, type Shares } from './shares.js';

/** All quotas of a process. */
export interface Quotas {
  /** Opens a quota. Its name must be unique. */
  open(quota: Quota): Shares;
  /** Returns unused points of accounts. It runs at intervals; tests call it directly. */
  endInterval(): void;
  /** Returns all unused points. Waits for the database for as long as a call waits for a lease. */
  close(): Promise<void>;
}

/** Length of an interval in milliseconds. */
const intervalMs = 5_000;

/**
 * Creates the quotas of a process.
 * @param source the database that instances share; null if this process is the only one
 * @param warn receives the first error of each outage
 */
export function createQuotas(source: LeaseSource | null, warn: (error: unknown) => void = () => {}): Quotas {
  const opened: MaintainedShares[] = [];
  const batches = source && createLeaseBatches(source, warn);
  const endInterval = (): void => {
    for (const shares of opened) shares.endInterval();
  };
  const timer = setInterval(endInterval, intervalMs);
  timer.unref();
  return {
    open(quota) {
      const shares = batches ? createLeasedShares(quota, batches) : createWholeShares(quota);
      opened.push(shares);
      return shares;
    },
    endInterval,
    async close() {
      clearInterval(timer);
      if (!batches || batches.isAway()) return;
      for (const shares of opened) shares.returnAll();
      await batches.idle();
    },
  };
}
