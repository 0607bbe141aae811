/** The budget of a caller, in points. */
export interface Budget {
  /** Points per hour. */
  limit: number;
  /** Remaining points. */
  remaining: number;
  /** Time at which the budget is full again, ISO 8601. */
  resetAt: string;
}

/** Charges the points of one request to the caller's hourly budget. */
export interface Account {
  /**
   * Begins a call. A caller may run only a limited number of calls at a time. Call `end` after each `begin`.
   * @throws RATE_LIMITED (TOO_MANY_AT_ONCE)
   */
  begin(): void;
  /** Ends a call, and returns its unused reserved points to the budget. */
  end(): Promise<void> | void;
  /**
   * Reserves points for the estimated cost of a call. If fewer points remain, it reserves all of them.
   * @throws RATE_LIMITED if none remain
   */
  reserve(points: number): Promise<void> | void;
  /**
   * Charges points that were used: first the reserved ones, then those of the budget.
   * @throws RATE_LIMITED if the budget is too small
   */
  charge(points: number): Promise<void> | void;
  /**
   * Charges points for work whose result the server caches for all callers. They are not reported, so that equal calls
   * get equal responses.
   */
  chargeOnce(points: number): Promise<void> | void;
  /** Returns all points charged so far, except those of `chargeOnce`. */
  charged(): number;
  /**
   * Charges the final points of a call and returns the rest of the reservation.
   * @returns all points charged, except those of `chargeOnce`
   */
  settle(points: number): Promise<number> | number;
  /** The caller's current budget; null if there is no limit. */
  budget(): Promise<Budget | null>;
}
