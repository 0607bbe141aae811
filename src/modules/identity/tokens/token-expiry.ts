import { maxExpiryDays, policyTime } from '../../../access/token-limits.js';
import { badInput } from '../../../platform/base/errors.js';

const dayMs = 86_400_000;

/** The latest expiry of a new token, and the reason for this limit. The time is also the default expiry. */
export interface ExpiryLimit {
  /** ISO 8601. */
  time: string;
  reason: string;
}

/** Returns the limit that the expiry of the creating token sets; null if that token never expires. */
export function limitOfCreator(expiresAt: string | null): ExpiryLimit | null {
  return expiresAt === null ? null : { time: expiresAt, reason: 'when the token that it is made with expires' };
}

/**
 * Returns the limit that the expiry policy of an organization sets; null without a policy.
 * @param since time from which the days of the policy count
 */
export function limitOfPolicy(maxTokenDays: number | null, since: Date): ExpiryLimit | null {
  if (maxTokenDays === null) return null;
  const time = policyTime(since.toISOString(), maxTokenDays);
  return { time, reason: `because the organization accepts tokens for ${maxTokenDays} days` };
}

/**
 * Returns the expiry of a new token; null for a token that never expires. Without a given expiry, it is the earliest
 * limit.
 * @param limits limits of the expiry; the earliest one counts
 * @throws BAD_USER_INPUT for a time in the past, more than ten years ahead, or after a limit
 */
export function checkedExpiry(
  expiresAt: string | null | undefined,
  at: Date,
  limits: readonly (ExpiryLimit | null)[] = [],
): Date | null {
  const limit = earliest(limits);
  if (expiresAt == null) return limit && new Date(limit.time);
  const time = new Date(expiresAt);
  const refuse = (rule: string) => badInput('expiresAt', `\`expiresAt\` must be ${rule} (got ${time.toISOString()})`);
  if (time <= at) throw refuse('in the future');
  if (time.getTime() > at.getTime() + maxExpiryDays * dayMs) throw refuse(`at most ${maxExpiryDays} days ahead`);
  if (limit && time > new Date(limit.time)) throw refuse(`at most ${limit.time}, ${limit.reason}`);
  return time;
}

function earliest(limits: readonly (ExpiryLimit | null)[]): ExpiryLimit | null {
  return limits.reduce((first, limit) => (first && limit && limit.time >= first.time ? first : (limit ?? first)), null);
}
