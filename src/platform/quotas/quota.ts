/** A limit of points per account and window of time. */
export interface Quota {
  /** Name that separates the accounts of this quota from those of others. */
  name: string;
  /** Points of an account in one window. */
  points: number;
  /** Length of a window in milliseconds. A window begins with the first use after the previous one has ended. */
  windowMs: number;
  /** Points that an instance leases in advance for an account; with 0, it leases only the points that a call takes. */
  leasePoints: number;
}

/** A request to lease points of an account, to return points, or both. With neither, it reads the account. */
export interface LeaseRequest {
  quota: Quota;
  account: string;
  /** Points to lease. */
  points: number;
  /** Points to return before the lease. */
  returned: number;
  /** Window of the returned points. Points of another window are not returned. */
  window: string;
}

/** Result of a lease request. */
export interface Lease {
  /** Points that were granted: at most the requested ones. */
  granted: number;
  /** Points of the window that all instances have leased. */
  total: number;
  /** Identifies the current window; empty if none has begun. */
  window: string;
  /** Milliseconds until the window ends; its whole length if none has begun. */
  msLeft: number;
}

/**
 * Grants points to the instances that share a database. The requests have distinct accounts. Returns the leases in the
 * order of the requests.
 */
export type LeaseSource = (requests: readonly LeaseRequest[]) => Promise<Lease[]>;
