import { AppError } from '../../../platform/base/errors.js';

/** Maximum number of calls of one caller that may be in progress at the same time. */
const limit = 50;

/**
 * Limits the concurrent calls of each caller, because calls share the event loop with other callers and take memory.
 */
export interface ConcurrencyLimiter {
  /** Counts a call that begins. @throws RATE_LIMITED (TOO_MANY_AT_ONCE) if too many calls are in progress */
  begin(caller: string): void;
  /** Counts a call that has ended. */
  end(caller: string): void;
  /** Whether at most one call of a caller is in progress. */
  isAlone(caller: string): boolean;
}

/** Creates a limiter; no call is in progress yet. */
export function createConcurrencyLimiter(): ConcurrencyLimiter {
  const inProgress = new Map<string, number>();
  return {
    begin(caller) {
      const callsInProgress = inProgress.get(caller) ?? 0;
      if (callsInProgress >= limit) throw tooMany();
      inProgress.set(caller, callsInProgress + 1);
    },
    end(caller) {
      const left = inProgress.get(caller)! - 1;
      if (left === 0) inProgress.delete(caller);
      else inProgress.set(caller, left);
    },
    isAlone: (caller) => (inProgress.get(caller) ?? 0) <= 1,
  };
}

function tooMany(): AppError {
  const message = `At most ${limit} calls of a caller can run at a time; try again after one of them has ended`;
  return new AppError('RATE_LIMITED', message, { reason: 'TOO_MANY_AT_ONCE', retryAfter: 1 });
}
