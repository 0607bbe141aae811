/** The budget of a caller. */
export interface Budget {
  /** Points for each hour. */
  limit: number;
  /** Points that are left. */
  remaining: number;
  /** When the budget is full again, ISO 8601. */
  resetAt: string;
}

/** What one request takes from its caller's hourly budget. */
export interface Account {
  /**
   * Begins a call: of one caller only so many run at a time. Each that has begun ends.
   * @throws RATE_LIMITED (TOO_MANY_AT_ONCE)
   */
  begin(): void;
  /** Ends it, and gives back what was reserved and not used. */
  end(): Promise<void> | void;
  /** Holds points for what a call may cost, up to what is left. @throws RATE_LIMITED where nothing is left. */
  reserve(points: number): Promise<void> | void;
  /** Says what was used: it is taken from what is held, and beyond it from the budget. @throws RATE_LIMITED where that is too little. */
  charge(points: number): Promise<void> | void;
  /** The same for what the server does once, whoever asks: it is not told, so that equal calls are answered alike. */
  chargeOnce(points: number): Promise<void> | void;
  /** All that was charged so far, but for what is done once. */
  charged(): number;
  /** Says what a call has used at last, and gives the rest back; answers all that was charged, but for what is done once. */
  settle(points: number): Promise<number> | number;
  /** The budget of the caller now; null if there is no limit. */
  budget(): Promise<Budget | null>;
}
