import type { FastifyReply } from 'fastify';
import { AppError } from '../../../platform/base/errors.js';
import { type Balance, secondsLeft } from '../../../platform/quotas/share.js';
import type { Shares } from '../../../platform/quotas/shares.js';
import type { Account, Budget } from '../../graphql/execution/account.js';
import { createConcurrencyLimiter } from './concurrency-limiter.js';

/**
 * Opens the account of a caller for one request. `caller` is a user's id, or an address. The `RateLimit-*` headers of
 * `reply` report the budget.
 */
export type OpenAccount = (caller: string, reply: FastifyReply) => Account;

/**
 * Creates the hourly budgets of callers. With null, points are counted, but no call is refused.
 * @param pointsPerHour points of a caller; the `quota` that `shares` counts
 */
export function createRateLimit(shares: Shares | null, pointsPerHour: number): OpenAccount {
  if (shares === null) return unlimitedAccount;
  const concurrency = createConcurrencyLimiter();
  return (caller, reply) => {
    const setHeaders = ({ remaining, msLeft }: Balance): void => {
      reply.header('ratelimit-limit', String(pointsPerHour));
      reply.header('ratelimit-remaining', String(remaining));
      reply.header('ratelimit-reset', String(Math.ceil(msLeft / 1000)));
    };
    const readBudget = async (): Promise<Budget> => {
      const { remaining, msLeft } = await shares.take(caller, 0);
      return { limit: pointsPerHour, remaining, resetAt: new Date(Date.now() + msLeft).toISOString() };
    };
    const check = (balance: Balance, least: number): number => {
      setHeaders(balance);
      if (balance.taken >= least) return balance.taken;
      throw overBudget(pointsPerHour, concurrency.isAlone(caller) ? secondsLeft(balance) : 1);
    };
    return createAccount({
      budget: readBudget,
      begin: () => concurrency.begin(caller),
      end: () => concurrency.end(caller),
      giveBack: (points) => setHeaders(shares.refund(caller, points)),
      take(points, least) {
        const balance = shares.take(caller, points, least);
        return balance instanceof Promise ? balance.then((later) => check(later, least)) : check(balance, least);
      },
    });
  };
}

/** Creates an account without a limit: it counts points and refuses no call. */
export function unlimitedAccount(): Account {
  let used = 0;
  return {
    begin() {},
    end() {},
    reserve() {},
    charge(points) {
      used += Math.ceil(points);
    },
    chargeOnce() {},
    charged: () => used,
    settle(points) {
      used += Math.ceil(points);
      return used;
    },
    budget: async () => null,
  };
}

/** The budget of one caller. */
interface CallerBudget {
  budget(): Promise<Budget>;
  begin(): void;
  end(): void;
  /**
   * Takes up to `points` if at least `least` of them remain.
   * @returns the number of points taken
   * @throws RATE_LIMITED
   */
  take(points: number, least: number): Promise<number> | number;
  giveBack(points: number): void;
}

function createAccount({ begin, end, take, giveBack, budget }: CallerBudget): Account {
  let [held, used, unreportedPoints] = [0, 0, 0];
  const settle = (): void => {
    const rest = held - used;
    held = used;
    if (rest !== 0) giveBack(rest);
  };
  return {
    begin,
    budget,
    end() {
      end();
      settle();
    },
    async reserve(points) {
      held += await take(Math.ceil(points), 1);
    },
    charge,
    async chargeOnce(points) {
      await charge(points);
      unreportedPoints += Math.ceil(points);
    },
    charged: () => used - unreportedPoints,
    settle(points) {
      used += Math.ceil(points);
      settle();
      return used - unreportedPoints;
    },
  };

  async function charge(points: number): Promise<void> {
    const whole = Math.ceil(points);
    const beyond = Math.max(0, used + whole - held);
    // Runs before the first `await`. Parts of a request may pay in the same iteration of the event loop, and none may
    // use the points of another.
    used += whole;
    held += beyond;
    if (beyond === 0) return;
    try {
      await take(beyond, beyond);
    } catch (error) {
      used -= whole;
      held -= beyond;
      throw error;
    }
  }
}

/**
 * Returns the error for a budget that is used up. If other calls of the caller are in progress, they may return points,
 * so `retryAfter` is 1 second.
 */
function overBudget(pointsPerHour: number, retryAfter: number): AppError {
  const message = `The budget of ${pointsPerHour} points an hour is used up; try again in ${retryAfter} s`;
  return new AppError('RATE_LIMITED', message, { retryAfter });
}
