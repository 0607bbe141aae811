import { randomBytes } from 'node:crypto';
import { hashToken } from '../../src/access/authenticate.js';
import { startSession } from '../../src/modules/identity/sessions/start-session.js';
import { findUserByEmail } from '../../src/modules/identity/users/find-user.js';
import type { TestApp } from './app.js';

/** A session to start. */
interface SeededSession {
  userId: string;
  /** The only organization in which the session works; null for all organizations of the person. */
  organizationId: string | null;
  /** When the person signed in; default: now. */
  at?: Date;
}

/** Starts a session of a user. Returns its secret, which test requests take as a token. */
export function seedSessionSecret({ store }: TestApp, { userId, organizationId, at = new Date() }: SeededSession) {
  const device = { address: '192.0.2.7', userAgent: 'Test browser', formerSecret: undefined };
  return store.transaction((tx) => startSession(tx, { userId, organizationId, provider: null, device }, at));
}

/** Starts a session of a user. Returns its id. */
export async function seedSession(test: TestApp, session: SeededSession): Promise<string> {
  const hash = hashToken(await seedSessionSecret(test, session));
  const { read } = test.store;
  return (await read.first(read.sql.selectFrom('AccessToken').select('id').where('hash', '=', hash)))!.id;
}

/** Creates a sign-in link of the user with an address. Returns the secret in it. */
export async function seedLink({ store }: TestApp, email: string, lifetime = 600_000): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const createdAt = new Date();
  await store.transaction(async ({ read, prisma }) => {
    const user = (await findUserByEmail(read, email))!;
    const link = { hash: hashToken(secret), userId: user.id, redirect: null, createdAt };
    await prisma.signInLink.create({ data: { ...link, expiresAt: new Date(createdAt.getTime() + lifetime) } });
  });
  return secret;
}
