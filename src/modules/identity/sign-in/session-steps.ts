import { hashToken } from '../../../access/authenticate.js';
import type { Store } from '../../../platform/db/write/store.js';
import { hasAddress } from '../users/find-user.js';

/** The person who is signed in with a session. */
export interface SessionPerson {
  displayName: string;
  email: string;
}

/** Returns the person of a session, by the id of the user; null if the person was erased after the session started. */
export async function readPerson({ read }: Store, userId: string): Promise<SessionPerson | null> {
  const query = read.sql.selectFrom('User').select(['displayName', 'email']).where('id', '=', userId);
  const user = await read.first(query);
  return user && hasAddress(user) ? user : null;
}

/** Ends a session. @returns the id of the identity provider that signed the person in; null if none did */
export async function endSession(store: Store, secret: string): Promise<string | null> {
  const where = { hash: hashToken(secret), issuer: 'session' };
  return store.transaction(async ({ prisma }) => {
    const session = await prisma.accessToken.findFirst({ where, select: { providerId: true } });
    await prisma.accessToken.deleteMany({ where });
    return session?.providerId ?? null;
  });
}
