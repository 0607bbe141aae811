import type { LeaseBatches } from './lease-batches.js';
import type { Quota } from './quota.js';
import { addLease, leaseSize, removePoints, type Share } from './share.js';

/**
 * Milliseconds after which points of an exhausted account may be requested again, because another instance may have
 * returned some.
 */
const recheckMs = 5_000;

/** Exchanges points between the shares of one quota and the database. */
export interface LeaseExchange {
  /** Whether the database may have points for a share. */
  mayHaveMore(share: Share): boolean;
  /**
   * Leases `missing` points and some for later calls; with 0, reads the account and leases none. Resolves when the share
   * has them, or cannot have them now.
   */
  lease(share: Share, missing: number): Promise<void>;
  /** Leases points in the background if few are left. */
  prefetch(share: Share): void;
  /** Returns points in the background. */
  giveBack(share: Share, points: number): void;
}

/** State of the requests for a share: content of the next request, and progress of the last one. */
interface Pending {
  missing: number;
  returned: number;
  /** Whether the request leases points for later calls. */
  isLease: boolean;
  /** Resolves when the next request has a result; undefined if no request waits. */
  next: Promise<void> | undefined;
  /** Whether a request has been sent that has no result yet. */
  isSent: boolean;
  receivedAt: number;
}

/** Creates the exchange of a quota. */
export function createLeaseExchange(quota: Quota, batches: LeaseBatches): LeaseExchange {
  const pendingOf = new WeakMap<Share, Pending>();
  const findPending = (share: Share): Pending => {
    const known = pendingOf.get(share);
    if (known) return known;
    const created = { missing: 0, returned: 0, isLease: false, next: undefined, isSent: false, receivedAt: 0 };
    pendingOf.set(share, created);
    return created;
  };
  const mayHaveMore = (share: Share): boolean =>
    share.total < quota.points || performance.now() - findPending(share).receivedAt > recheckMs;
  const enqueue = (share: Share, pending: Pending): Promise<void> => {
    pending.next ??= sendNext(share, { pending, quota, batches });
    return pending.next;
  };
  return {
    mayHaveMore,
    lease(share, missing) {
      const pending = findPending(share);
      pending.missing += missing;
      pending.isLease ||= missing > 0;
      return enqueue(share, pending);
    },
    prefetch(share) {
      if (share.left >= quota.leasePoints / 2 || !mayHaveMore(share) || !batches.isDue()) return;
      const pending = findPending(share);
      if (pending.next || pending.isSent) return;
      pending.isLease = true;
      void enqueue(share, pending);
    },
    giveBack(share, points) {
      const pending = findPending(share);
      removePoints(share, points);
      pending.returned += points;
      void enqueue(share, pending);
    },
  };
}

/** Adds a request for the points of a share to the next batch. */
function sendNext(
  share: Share,
  { pending, quota, batches }: { pending: Pending; quota: Quota; batches: LeaseBatches },
): Promise<void> {
  return batches.send({
    key: `${quota.name}\0${share.account}`,
    build() {
      const { returned } = pending;
      const points = pending.isLease ? Math.min(quota.points, pending.missing + leaseSize(share, quota)) : 0;
      Object.assign(pending, { missing: 0, returned: 0, isLease: false, next: undefined, isSent: true });
      return { quota, account: share.account, points, returned, window: share.window };
    },
    receive(lease, sentAt) {
      Object.assign(pending, { isSent: false, receivedAt: performance.now() });
      // Points whose return has failed are not used: the database may have them.
      if (lease) addLease(share, lease, sentAt + lease.msLeft);
    },
  });
}
