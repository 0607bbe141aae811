import { limits } from '../../../platform/base/limits.js';
import type { Config } from '../../../platform/config/config.js';
import type { Quotas } from '../../../platform/quotas/quotas.js';
import type { Shares } from '../../../platform/quotas/shares.js';
import { type AttemptKind, attemptsPerMinute } from '../../graphql/execution/attempts.js';
import { type CountAttempt, createAttemptLimit, createFailureLimit, type FailureLimit } from './attempts.js';
import { createRateLimit, type OpenAccount } from './rate-limit.js';

/** The budgets and attempts of all callers. */
export interface CallerLimits {
  /** Opens the hourly account of a user. */
  openAccount: OpenAccount;
  /** Opens the hourly account of a caller without a token, by address. */
  openAddress: OpenAccount;
  /** Counts attempts of callers, by kind. */
  attempts: Record<AttemptKind, CountAttempt>;
  /** Counts the refused tokens from an address. */
  refusedToken: CountAttempt;
  /** Counts the requests of an address that ask whether a hostname is served. */
  certificateCheck: CountAttempt;
  /** Counts the sign-ins that an address starts. */
  signInStart: CountAttempt;
  /** Counts the sign-ins that fail after their start. */
  signInFailures: FailureLimit;
}

/** Maximum number of requests with an invalid token, per IP address and minute. */
const maxRefusedTokens = 60;

/**
 * Maximum number of rate limit points per IP address and hour for requests without a token. It suffices to read the
 * schema and to explore the API.
 */
const maxAnonymousPoints = 1_000;

const minute = 60_000;
const hour = 60 * minute;

/** Creates the limits of callers. None of them limits anything if `rateLimit` is null. */
export function createCallerLimits({ rateLimit, signInLimit }: Config, quotas: Quotas): CallerLimits {
  const open = (name: string, points: number | null, windowMs: number): Shares | null => {
    if (rateLimit === null || points === null) return null;
    const leasePoints = Math.ceil(points * leaseShare[windowMs === hour ? 'hour' : 'minute']);
    return quotas.open({ name, points, windowMs, leasePoints });
  };
  const openFailures = (points: number): Shares | null =>
    rateLimit === null ? null : quotas.open({ name: 'failed sign-in', points, windowMs: minute, leasePoints: 0 });
  const budget = (name: string, points: number): OpenAccount => createRateLimit(open(name, points, hour), points);
  const attempts = (name: string, perMinute: number): CountAttempt =>
    createAttemptLimit(open(name, perMinute, minute), perMinute);
  const failurePoints = limits.signInFailures.value;
  return {
    openAccount: budget('points of a user', rateLimit ?? 0),
    openAddress: budget('points of an address', Math.min(rateLimit ?? 0, maxAnonymousPoints)),
    attempts: { join: attempts('join', attemptsPerMinute.join) },
    refusedToken: attempts('refused token', maxRefusedTokens),
    certificateCheck: attempts('certificate check', limits.certificateChecks.value),
    signInStart: createAttemptLimit(open('sign-in', signInLimit, minute), signInLimit ?? 0),
    signInFailures: createFailureLimit(openFailures(failurePoints), failurePoints),
  };
}

/** Share of a quota that an instance leases at a time. It is larger for minutes, because their quotas are small. */
const leaseShare = { hour: 0.02, minute: 0.1 };
