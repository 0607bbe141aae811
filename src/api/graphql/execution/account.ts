/** The budget of a caller. */
export interface Budget {
  /** Points per hour. */
  limit: number;
  /** Remaining points. */
  remaining: number;
  /** Time at which the budget is full again, ISO 8601. */
  resetAt: string;
}

/** The part of the caller's hourly budget that one request uses. */
export interface Account {
  /**
   * Begins a call. A caller may run only a limited number at a time. Each call that began must end.
   * @throws RATE_LIMITED (TOO_MANY_AT_ONCE)
   */
  begin(): void;
  /** Ends a call, and returns reserved points that were not used. */
  end(): Promise<void> | void;
  /**
   * Reserves points for the estimate of a call, at most the remaining ones.
   * @throws RATE_LIMITED if none remain
   */
  reserve(points: number): Promise<void> | void;
  /**
   * Charges points that were used: first the reserved ones, then those of the budget.
   * @throws RATE_LIMITED if the budget is too small
   */
  charge(points: number): Promise<void> | void;
  /**
   * Charges points for work that the server does once for all callers. They are not reported, so that equal calls get
   * equal responses.
   */
  chargeOnce(points: number): Promise<void> | void;
  /** Returns all points charged so far, except those of `chargeOnce`. */
  charged(): number;
  /**
   * Charges the final points of a call and returns the rest of the reservation.
   * @returns all points charged, except those of `chargeOnce`
   */
  settle(points: number): Promise<number> | number;
  /** The budget of the caller now; null if there is no limit. */
  budget(): Promise<Budget | null>;
}
