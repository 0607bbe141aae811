import type { LeaseBatches } from './lease-batches.js';
import { createLeaseExchange } from './lease-exchange.js';
import type { Quota } from './quota.js';
import { type Balance, newShare, refundPoints, type Share, takePoints, unusedPoints, wholeShare } from './share.js';

/** The points of all accounts of one quota. */
export interface Shares {
  /**
   * Takes up to `points` of an account, or none if fewer than `least` remain; `least` is `points` by default. With 0
   * points, it returns the balance and leases nothing. Waits only if this instance has too few points and the database may have more.
   */
  take(account: string, points: number, least?: number): Balance | Promise<Balance>;
  /** Puts points back that a call took and did not use. */
  refund(account: string, points: number): Balance;
}

/** Shares, and the functions that maintain them. */
export interface MaintainedShares extends Shares {
  /** Removes shares whose window has ended, and returns points that this instance does not need. */
  endInterval(): void;
  /** Returns all points that are left. */
  returnAll(): void;
}

/** Creates the shares of the only instance, which has all points of each account. */
export function createWholeShares(quota: Quota): MaintainedShares {
  const shares = createShareMap(quota.windowMs, (account, endsAt) => wholeShare(account, quota, endsAt));
  return {
    take(account, points, least = points) {
      const share = shares.find(account);
      return balanceOf(share, quota, takePoints(share, { points, least, floor: 0 }));
    },
    refund: (account, points) => refundIn(shares.find(account), quota, points),
    endInterval: shares.removeEnded,
    returnAll() {},
  };
}

/** Creates the shares of an instance that leases its points. */
export function createLeasedShares(quota: Quota, batches: LeaseBatches): MaintainedShares {
  const shares = createShareMap(quota.windowMs, newShare);
  const exchange = createLeaseExchange(quota, batches);
  const spend = (share: Share, points: number, least: number): Balance => {
    const floor = batches.isAway() ? -quota.leasePoints : 0;
    const taken = takePoints(share, { points, least, floor });
    if (points > 0) exchange.prefetch(share);
    const balance = balanceOf(share, quota, taken);
    // Calls may succeed again when the outage ends, which may be long before the window ends.
    return taken < least && batches.isAway() ? { ...balance, msLeft: 1_000 } : balance;
  };
  const take: Shares['take'] = (account, points, least = points) => {
    const share = shares.find(account);
    const missing = points === 0 ? 0 : points - share.left;
    const isEnough = share.left >= Math.max(1, points);
    if (isEnough || !batches.isDue() || !exchange.mayHaveMore(share)) return spend(share, points, least);
    return exchange.lease(share, missing).then(() => {
      // If the window ended before the lease arrived, the new one needs a lease of its own.
      const isCurrent = shares.find(account) === share;
      return isCurrent ? spend(share, points, least) : take(account, points, least);
    });
  };
  return {
    take,
    refund: (account, points) => refundIn(shares.find(account), quota, points),
    endInterval() {
      shares.removeEnded();
      for (const share of shares.all()) {
        const unused = unusedPoints(share, quota);
        if (unused > 0) exchange.giveBack(share, unused);
      }
    },
    returnAll() {
      for (const share of shares.all()) if (share.left > 0) exchange.giveBack(share, share.left);
    },
  };
}

/** Shares by account. */
interface ShareMap {
  /** Returns the share of an account in the current window. */
  find(account: string): Share;
  all(): Iterable<Share>;
  /** Removes shares whose window has ended. */
  removeEnded(): void;
}

function createShareMap(windowMs: number, create: (account: string, endsAt: number) => Share): ShareMap {
  const shares = new Map<string, Share>();
  return {
    find(account) {
      const known = shares.get(account);
      const now = performance.now();
      if (known && now < known.endsAt) return known;
      const created = create(account, now + windowMs);
      shares.set(account, created);
      return created;
    },
    all: () => shares.values(),
    removeEnded() {
      const now = performance.now();
      for (const [account, share] of shares) if (now >= share.endsAt) shares.delete(account);
    },
  };
}

function refundIn(share: Share, quota: Quota, points: number): Balance {
  refundPoints(share, points);
  return balanceOf(share, quota, 0);
}

function balanceOf({ total, left, endsAt }: Share, { points }: Quota, taken: number): Balance {
  const remaining = Math.min(points, Math.max(0, points - total + left));
  return { taken, remaining, msLeft: Math.max(0, endsAt - performance.now()) };
}
