import { type Expression, type SqlBool, sql } from 'kysely';
import type { ErrorReason } from '../platform/base/error-reasons.js';
import type { Queries } from '../platform/db/query/queries.js';
import { followsExpiryPolicy, type TokenIssuer } from './token-issuers.js';

/** Maximum number of days until a token expires, if it expires at all. It is also the longest expiry policy. */
export const maxExpiryDays = 3650;

const dayMs = 86_400_000;

/** Properties of a token that determine when it ends. */
export interface LimitedToken {
  createdAt: string;
  expiresAt: string | null;
  issuer: string;
}

/**
 * Returns the time at which a token ends in an organization: its expiry, or an earlier end by the expiry policy.
 * Returns null if it never ends.
 * @param maxTokenDays the expiry policy of the organization; null if there is none
 */
export function tokenEnd(token: LimitedToken, maxTokenDays: number | null): string | null {
  const end = policyEnd(token, maxTokenDays);
  const { expiresAt } = token;
  return end !== null && (expiresAt === null || end < expiresAt) ? end : expiresAt;
}

function policyEnd({ createdAt, issuer }: LimitedToken, maxTokenDays: number | null): string | null {
  if (maxTokenDays === null || !followsExpiryPolicy[issuer as TokenIssuer]) return null;
  return policyTime(createdAt, maxTokenDays);
}

/** Returns the time until which an expiry policy allows a token, in ISO 8601. */
export function policyTime(createdAt: string, maxTokenDays: number): string {
  return new Date(Date.parse(createdAt) + maxTokenDays * dayMs).toISOString();
}

/** A token in one of the organizations of its user. */
export interface TokenInOrganization extends LimitedToken {
  /** Title of the organization. */
  title: string | null;
  /** Time at which an admin blocked the token in the organization; null if it is not blocked. */
  blockedAt: string | null;
  maxTokenDays: number | null;
}

/** The reason why a token does not work in an organization. */
export interface TokenRefusal {
  message: string;
  reason: ErrorReason;
}

/** Returns the reason why an organization refuses a token; null if it accepts the token. */
export function refusalOfToken(token: TokenInOrganization): TokenRefusal | null {
  const { title, blockedAt, maxTokenDays, createdAt } = token;
  if (blockedAt !== null) {
    const message = `An admin blocked the access token in the organization ${title}: create another one`;
    return { message, reason: 'TOKEN_BLOCKED' };
  }
  const end = policyEnd(token, maxTokenDays);
  if (end === null || end >= new Date().toISOString()) return null;
  const rule = `accepts access tokens for ${maxTokenDays} days, and this one was created at ${createdAt}`;
  return { message: `The organization ${title} ${rule}: create another one`, reason: 'TOKEN_TOO_OLD' };
}

const limitedIssuers = Object.entries(followsExpiryPolicy).flatMap(([issuer, isLimited]) =>
  isLimited ? [issuer] : [],
);

/**
 * Returns the condition that the expiry policy of an organization allows a token. The query must have the aliases
 * `organization` and `token`.
 * @param now expression for the current time
 */
export function allowedByPolicy({ provider }: Queries, now: Expression<unknown>): Expression<SqlBool> {
  const [createdAt, days] = [sql.ref('token.createdAt'), sql.ref('organization.maxTokenDays')];
  const end =
    provider === 'postgresql'
      ? sql`${createdAt} + make_interval(days => ${days})`
      : sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${createdAt}, ${days} || ' days')`;
  const isExempt = sql<SqlBool>`${sql.ref('token.issuer')} not in (${sql.join(limitedIssuers)})`;
  return sql<SqlBool>`(${days} is null or ${isExempt} or ${end} >= ${now})`;
}
