import type { FastifyReply } from 'fastify';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors.js';

/** Takes points from a caller's budget and tells the rest in `RateLimit-*` headers. */
export type Charge = (caller: string, points: number, reply: FastifyReply) => Promise<void>;

/**
 * Makes the hourly budget per caller (a user's id, or an address) and process.
 * @throws RATE_LIMITED with the seconds to wait where a budget is used up.
 */
export function createRateLimit(pointsPerHour: number | null): Charge {
  if (pointsPerHour === null) return async () => {};
  const limiter = new RateLimiterMemory({ points: pointsPerHour, duration: 3600 });
  return async (caller, points, reply) => {
    const budget = await limiter.consume(caller, Math.ceil(points)).catch((refused: RateLimiterRes | Error) => refused);
    if (budget instanceof Error) throw budget;
    reply.header('ratelimit-limit', String(pointsPerHour));
    reply.header('ratelimit-remaining', String(budget.remainingPoints));
    reply.header('ratelimit-reset', String(Math.ceil(budget.msBeforeNext / 1000)));
    if (budget.consumedPoints > pointsPerHour) throw overBudget(pointsPerHour, budget);
  };
}

function overBudget(pointsPerHour: number, budget: RateLimiterRes): AppError {
  const retryAfter = Math.ceil(budget.msBeforeNext / 1000);
  const message = `The budget of ${pointsPerHour} points an hour is used up; try again in ${retryAfter} s`;
  return new AppError('RATE_LIMITED', message, { retryAfter });
}
