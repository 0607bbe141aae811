import { hash } from 'node:crypto';
import { AppError } from '../errors.js';
import { keyedQuery } from '../store/keyed-query.js';
import type { Queries } from '../store/queries.js';
import { anonymous, type Role, type Viewer } from './viewer.js';

/** How a token is stored: its SHA-256, so that reading the database gives no access. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/**
 * Finds who a request speaks for, in one batch. No header: the anonymous viewer.
 * @throws UNAUTHENTICATED for a header that is no bearer token, and for an unknown or expired token.
 */
export async function authenticate(read: Queries, header: string | undefined): Promise<Viewer> {
  if (header === undefined) return anonymous;
  const token = /^Bearer +([^\s]+) *$/i.exec(header)?.[1];
  if (!token) throw refused('The Authorization header must read `Bearer <token>`');
  const rows = await read.all(tokenQuery(read, [hashToken(token)]));
  const first = rows[0];
  if (!first) throw refused('The access token is not known; it may have been revoked');
  if (first.expiresAt && first.expiresAt < new Date().toISOString())
    throw refused(`The access token expired at ${first.expiresAt}`);
  const roles = new Map<string, Role | null>();
  for (const { organizationId, role, disabled } of rows) {
    if (organizationId && !disabled) roles.set(organizationId, role as Role | null);
  }
  return { kind: 'user', userId: first.userId, tokenId: first.id, roles };
}

/** The token with its user's memberships, one row each; one row with nulls for a user without any. */
const tokenQuery = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('AccessToken as token')
    .leftJoin('Member as member', 'member.userId', 'token.userId')
    .where(inKeys('token.hash'))
    .select(['token.id', 'token.userId', 'token.expiresAt', 'member.organizationId', 'member.role', 'member.disabled']),
);

function refused(message: string): AppError {
  return new AppError('UNAUTHENTICATED', message);
}
