/** A limit of points per account and window of time. */
export interface Quota {
  /** Name that separates the accounts of this quota from those of others. */
  name: string;
  /** Points of an account in one window. */
  points: number;
  /** Length of a window in milliseconds. A window begins with the first use after the previous one has ended. */
  windowMs: number;
  /** Points that an instance leases for an account at a time. */
  leasePoints: number;
}

/** A request to lease points of an account, or to return them. */
export interface LeaseRequest {
  quota: Quota;
  account: string;
  /** Points to lease; negative to return points. */
  points: number;
  /** Window of the returned points. Points of another window are not returned. */
  window: string;
}

/** Result of a lease request. */
export interface Lease {
  /** Points that were granted: at most the requested ones. Negative if points were returned. */
  granted: number;
  /** Points of the window that all instances have leased. */
  total: number;
  /** Identifies the current window. */
  window: string;
  /** Milliseconds until the window ends. */
  msLeft: number;
}

/**
 * Grants points to the instances that share a database. The requests have distinct accounts. Returns the leases in the
 * order of the requests.
 */
export type LeaseSource = (requests: readonly LeaseRequest[]) => Promise<Lease[]>;
