import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../../platform/base/errors.js';
import type { Account, Budget } from '../../graphql/execution/account.js';
import { createConcurrencyLimiter } from './concurrency-limiter.js';

/**
 * Opens the account of a caller for one request. `caller` is a user's id, or an address. The `RateLimit-*` headers of
 * `reply` report the budget.
 */
export type OpenAccount = (caller: string, reply: FastifyReply) => Account;

/** One hour, in milliseconds. */
const hour = 3_600_000;

/** Creates the hourly budgets of callers, per process. With null, points are counted, but no call is refused. */
export function createRateLimit(pointsPerHour: number | null): OpenAccount {
  if (pointsPerHour === null) return unlimitedAccount;
  const limiter = new RateLimiterMemory({ points: pointsPerHour, duration: hour / 1000 });
  const concurrency = createConcurrencyLimiter();
  return (caller, reply) => {
    const setHeaders = (budget: RateLimiterRes): void => {
      reply.header('ratelimit-limit', String(pointsPerHour));
      reply.header('ratelimit-remaining', String(Math.max(0, pointsPerHour - budget.consumedPoints)));
      reply.header('ratelimit-reset', String(Math.ceil(budget.msBeforeNext / 1000)));
    };
    const refund = async (points: number): Promise<void> => {
      const budget = await limiter.reward(caller, points);
      // The hour may have ended during the call; then the refund to the new hour is undone.
      setHeaders(budget.consumedPoints < 0 ? await limiter.penalty(caller, -budget.consumedPoints) : budget);
    };
    const budget = async (): Promise<Budget> => {
      const { consumedPoints = 0, msBeforeNext = hour } = (await limiter.get(caller)) ?? {};
      return {
        limit: pointsPerHour,
        remaining: Math.max(0, pointsPerHour - consumedPoints),
        resetAt: new Date(Date.now() + msBeforeNext).toISOString(),
      };
    };
    return createAccount({
      budget,
      begin: () => concurrency.begin(caller),
      end: () => concurrency.end(caller),
      giveBack: refund,
      async take(points, least) {
        const budget = await limiter.consume(caller, points).catch(budgetAfterRefusal);
        setHeaders(budget);
        const missing = Math.max(0, budget.consumedPoints - pointsPerHour);
        if (missing <= points - least) return missing;
        await refund(points);
        throw overBudget(pointsPerHour, concurrency.isAlone(caller) ? Math.ceil(budget.msBeforeNext / 1000) : 1);
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
   * Takes points if at least `least` of them remain.
   * @returns the number of points that were missing
   * @throws RATE_LIMITED
   */
  take(points: number, least: number): Promise<number>;
  giveBack(points: number): Promise<void>;
}

function createAccount({ begin, end, take, giveBack: refund, budget }: CallerBudget): Account {
  let [held, used, unreportedPoints] = [0, 0, 0];
  const settle = (): Promise<void> | void => {
    const rest = held - used;
    held = used;
    if (rest !== 0) return refund(rest);
  };
  return {
    begin,
    budget,
    end() {
      end();
      return settle();
    },
    async reserve(points) {
      const whole = Math.ceil(points);
      const missing = await take(whole, 1);
      held += whole - missing;
      if (missing > 0) await refund(missing);
    },
    charge,
    async chargeOnce(points) {
      await charge(points);
      unreportedPoints += Math.ceil(points);
    },
    charged: () => used - unreportedPoints,
    async settle(points) {
      used += Math.ceil(points);
      await settle();
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
 * Returns the budget from the object that the rate limiter throws if too few points remain. Nevertheless, the limiter
 * has already subtracted the points.
 */
function budgetAfterRefusal(refused: unknown): RateLimiterRes {
  if (refused instanceof RateLimiterRes) return refused;
  throw refused;
}

/**
 * Returns the error for a budget that is used up. If other calls of the caller are in progress, they may return points,
 * so `retryAfter` is 1 second.
 */
function overBudget(pointsPerHour: number, retryAfter: number): AppError {
  const message = `The budget of ${pointsPerHour} points an hour is used up; try again in ${retryAfter} s`;
  return new AppError('RATE_LIMITED', message, { retryAfter });
}
