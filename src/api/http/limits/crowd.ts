import { AppError } from '../../../platform/base/errors.js';

/** Calls of one caller that run at a time. */
const most = 50;

/** The calls under way, by caller. */
export interface Crowd {
  /** Counts a call that begins. @throws RATE_LIMITED (TOO_MANY_AT_ONCE) where too many are under way. */
  enter(caller: string): void;
  leave(caller: string): void;
  /** Whether no more than one call of a caller is under way. */
  isAlone(caller: string): boolean;
}

/** Makes the count: what a caller sends at once is answered in turns with everybody else's, and held in memory meanwhile. */
export function createCrowd(): Crowd {
  const underWay = new Map<string, number>();
  return {
    enter(caller) {
      const others = underWay.get(caller) ?? 0;
      if (others >= most) throw tooMany();
      underWay.set(caller, others + 1);
    },
    leave(caller) {
      const left = underWay.get(caller)! - 1;
      if (left === 0) underWay.delete(caller);
      else underWay.set(caller, left);
    },
    isAlone: (caller) => (underWay.get(caller) ?? 0) <= 1,
  };
}

function tooMany(): AppError {
  const message = `At most ${most} calls of a caller can run at a time; try again after one of them has ended`;
  return new AppError('RATE_LIMITED', message, { reason: 'TOO_MANY_AT_ONCE', retryAfter: 1 });
}
