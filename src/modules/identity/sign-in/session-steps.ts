import { hashToken } from '../../../access/authenticate.js';
import type { Store } from '../../../platform/db/write/store.js';

/** The person of a session. */
export interface SessionPerson {
  displayName: string;
  email: string;
}

/** Returns the person of a session; null if the session is unknown or has ended. */
export async function personOfSession({ read }: Store, secret: string): Promise<SessionPerson | null> {
  const query = read.sql
    .selectFrom('AccessToken')
    .innerJoin('User', 'User.id', 'AccessToken.userId')
    .select(['User.displayName', 'User.email'])
    .where('AccessToken.hash', '=', hashToken(secret))
    .where('AccessToken.issuer', '=', 'session')
    .where('AccessToken.expiresAt', '>', new Date().toISOString());
  return (await read.first(query)) ?? null;
}

/**
 * Ends a session.
 * @returns the id of the identity provider that started it; null for none
 */
export async function endSession(store: Store, secret: string): Promise<string | null> {
  const where = { hash: hashToken(secret), issuer: 'session' };
  return store.transaction(async ({ prisma }) => {
    const session = await prisma.accessToken.findFirst({ where, select: { providerId: true } });
    await prisma.accessToken.deleteMany({ where });
    return session?.providerId ?? null;
  });
}
