import type { Lease, Quota } from './quota.js';

/** Points of an account that this instance may spend without a request to the database. */
export interface Share {
  readonly account: string;
  /** Points left. Negative if points were spent without a lease, while the database could not be reached. */
  left: number;
  /** Points that this instance has leased in the window. */
  leased: number;
  /** Points that all instances have leased in the window. */
  total: number;
  /** Window of the points; empty if the database has not named one yet. */
  window: string;
  /** End of the window, on the clock of `performance.now()`. */
  endsAt: number;
  /** Lowest number of points left in this interval. */
  lowest: number;
  /** Points spent in this interval and in the one before. */
  spent: [now: number, before: number];
  /** Number of intervals in a row without a use. */
  idleIntervals: number;
}

/** State of an account. */
export interface Balance {
  /** Points that the call took. */
  taken: number;
  /** Points that remain to all instances; leased points of other instances count as used. */
  remaining: number;
  /** Milliseconds until the window ends. */
  msLeft: number;
}

/** Returns the seconds until a window ends, rounded up, at least 1. */
export function secondsLeft({ msLeft }: Balance): number {
  return Math.max(1, Math.ceil(msLeft / 1000));
}

/** Creates the share of an account for which no points were leased yet. */
export function newShare(account: string, endsAt: number): Share {
  return { account, left: 0, leased: 0, total: 0, window: '', endsAt, lowest: 0, spent: [0, 0], idleIntervals: 0 };
}

/** Creates the share of the only instance: all points of the window. */
export function wholeShare(account: string, { points }: Quota, endsAt: number): Share {
  return { ...newShare(account, endsAt), left: points, leased: points, total: points, window: 'own' };
}

/** Takes up to `points`, down to `floor`; takes none if that is less than `least`. Returns the number taken. */
export function takePoints(share: Share, wanted: { points: number; least: number; floor: number }): number {
  const available = Math.min(wanted.points, share.left - wanted.floor);
  share.idleIntervals = 0;
  if (available < wanted.least) return 0;
  share.left -= available;
  share.spent[0] += available;
  share.lowest = Math.min(share.lowest, share.left);
  return available;
}

/** Refunds points. A share never exceeds its lease, so points of an earlier window are dropped. */
export function refundPoints(share: Share, points: number): void {
  share.left = Math.min(share.leased, share.left + points);
}

/** Subtracts points that will be returned with the next request. */
export function removePoints(share: Share, points: number): void {
  share.left -= points;
  share.leased -= points;
  share.lowest = Math.min(share.lowest, share.left);
}

/** Adds the result of a request to a share. */
export function addLease(share: Share, lease: Lease, endsAt: number): void {
  const isSame = share.window === lease.window;
  // Points that were spent while no window was known count in this window. Points that are left of an earlier window
  // are void.
  share.left = (isSame || share.window === '' ? share.left : 0) + lease.granted;
  share.leased = (isSame ? share.leased : 0) + lease.granted;
  if (!isSame) share.lowest = share.left;
  Object.assign(share, { total: lease.total, window: lease.window, endsAt });
}

/**
 * Returns the number of points to lease: as many as were spent in one of the last two intervals, but at least
 * `leasePoints`. A larger lease is at most a tenth of the quota, and a quarter of its remaining points, so that other
 * instances have some, too. With 0 `leasePoints`, nothing is leased in advance.
 */
export function leaseSize({ spent, total }: Share, { points, leasePoints }: Quota): number {
  if (leasePoints === 0) return 0;
  const most = Math.floor(Math.min(points / 10, (points - total) / 4));
  return Math.min(points, Math.max(leasePoints, Math.min(Math.max(...spent), most)));
}

/** Intervals without a use after which all points are returned. */
const maxIdleIntervals = 6;

/**
 * Ends an interval of some seconds. Returns the number of points to return: all points of an idle share, otherwise the
 * points beyond one lease that the interval did not need.
 */
export function unusedPoints(share: Share, quota: Quota): number {
  const { lowest, spent, left } = share;
  share.idleIntervals += 1;
  share.spent = [0, spent[0]];
  share.lowest = left;
  if (share.idleIntervals >= maxIdleIntervals) return Math.max(0, left);
  const size = leaseSize(share, quota);
  return lowest > 2 * size ? lowest - size : 0;
}
