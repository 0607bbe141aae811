import { AppError } from '../../../platform/base/errors.js';
import { type Balance, secondsLeft } from '../../../platform/quotas/share.js';
import type { Shares } from '../../../platform/quotas/shares.js';

/**
 * Counts an attempt of a caller.
 * @throws RATE_LIMITED with the seconds to wait, if the attempts of this minute are used up
 */
export type CountAttempt = (who: string) => Promise<void>;

/** Creates a limit of attempts per key and minute. With null, there is no limit. */
export function createAttemptLimit(shares: Shares | null, perMinute: number): CountAttempt {
  if (shares === null) return async () => {};
  return async (who) => {
    const balance = await shares.take(who, 1);
    if (balance.taken === 0) throw overLimit(perMinute, balance);
  };
}

/** Counts the failures of callers per minute. */
export interface FailureLimit {
  /** @throws RATE_LIMITED with the seconds to wait if the failures of this minute are used up */
  check(who: string): Promise<void>;
  /** Counts a failure. */
  count(who: string): Promise<void>;
}

/**
 * Creates a limit of failures per key and minute; successes do not count. With null, there is no limit. The quota must
 * have 0 `leasePoints`: points that other instances leased in advance would count as failures.
 */
export function createFailureLimit(shares: Shares | null, perMinute: number): FailureLimit {
  if (shares === null) return { check: async () => {}, count: async () => {} };
  return {
    async check(who) {
      const balance = await shares.take(who, 0);
      if (balance.remaining === 0) throw overLimit(perMinute, balance);
    },
    count: async (who) => void (await shares.take(who, 1)),
  };
}

function overLimit(perMinute: number, balance: Balance): AppError {
  const retryAfter = secondsLeft(balance);
  const message = `The ${perMinute} attempts of a minute are used up; try again in ${retryAfter} s`;
  return new AppError('RATE_LIMITED', message, { retryAfter });
}
