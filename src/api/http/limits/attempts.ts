import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../../platform/base/errors.js';

/**
 * Counts an attempt of a caller.
 * @throws RATE_LIMITED with the seconds to wait, if the attempts of this minute are used up
 */
export type CountAttempt = (who: string) => Promise<void>;

/** Creates a limit of attempts per key, minute and process. With null, there is no limit. */
export function createAttemptLimit(perMinute: number | null): CountAttempt {
  if (perMinute === null) return async () => {};
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (who) => {
    await limiter.consume(who).catch((refused: RateLimiterRes | Error) => {
      throw refused instanceof Error ? refused : overLimit(perMinute, refused);
    });
  };
}

/** Counts the failures of callers per minute. */
export interface FailureLimit {
  /** @throws RATE_LIMITED with the seconds to wait if the failures of this minute are used up */
  check(who: string): Promise<void>;
  /** Counts a failure. */
  count(who: string): Promise<void>;
}

/** Creates a limit of failures per key, minute and process; successes do not count. With null, there is no limit. */
export function createFailureLimit(perMinute: number | null): FailureLimit {
  if (perMinute === null) return { check: async () => {}, count: async () => {} };
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return {
    async check(who) {
      const counted = await limiter.get(who);
      if (counted && counted.consumedPoints >= perMinute) throw overLimit(perMinute, counted);
    },
    count: async (who) => void (await limiter.penalty(who)),
  };
}

function overLimit(perMinute: number, { msBeforeNext }: RateLimiterRes): AppError {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const message = `The ${perMinute} attempts of a minute are used up; try again in ${retryAfter} s`;
  return new AppError('RATE_LIMITED', message, { retryAfter });
}
