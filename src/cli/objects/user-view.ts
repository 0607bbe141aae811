import { notFound } from '../../platform/base/errors.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { countRows } from './count-rows.js';

/** Returns a user with its memberships, and numbers of its tokens, sessions and identities. @throws NOT_FOUND */
export async function viewUser(read: Queries, userId: string): Promise<object> {
  const user = read.sql
    .selectFrom('User')
    .select(['id', 'displayName', 'email', 'emailVerifiedAt', 'createdAt', 'erasedAt', 'organizationId'])
    .where('id', '=', userId);
  const row = await read.first(user);
  if (!row) throw notFound('user', userId);
  const { organizationId, ...person } = row;
  const [counts, memberships] = await Promise.all([countAccess(read, userId), readMemberships(read, userId)]);
  const { tokensAndSessions, sessions, ...identities } = counts;
  const isServiceAccount = organizationId !== null;
  return { ...person, isServiceAccount, tokens: tokensAndSessions - sessions, sessions, ...identities, memberships };
}

function countAccess(read: Queries, userId: string) {
  return countRows(read, {
    tokensAndSessions: ['AccessToken', { userId }],
    sessions: ['AccessToken', { userId, issuer: 'session' }],
    samlIdentities: ['SamlIdentity', { userId }],
    oidcIdentities: ['OidcIdentity', { userId }],
  });
}

async function readMemberships(read: Queries, userId: string): Promise<object[]> {
  const query = read.sql
    .selectFrom('Member')
    .innerJoin('Organization', 'Organization.id', 'Member.organizationId')
    .select(['Organization.id', 'Organization.title', 'Member.role', 'Member.disabled'])
    .select(['Member.joinedAt', 'Member.lastSeenAt'])
    .where('Member.userId', '=', userId);
  const rows = await read.all(query.orderBy('Organization.id', 'desc'));
  return rows.map((row) => ({ ...row, role: row.role ?? 'guest' }));
}
