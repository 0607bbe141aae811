import { hashToken } from '../../../access/authenticate.js';
import { newId } from '../../../platform/base/ids.js';
import { isUniqueViolation } from '../../../platform/db/connection/store-errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { appendEvents } from '../../shared/append-events.js';
import { newTokenText } from '../tokens/issue-token.js';
import { findPerson } from './find-person.js';
import { join } from './join.js';
import { isActive } from './parties.js';
import { signInEndedError } from './refusals.js';

/** A person whom a provider identifies. */
export interface Subject {
  /** Name of the person at the provider. */
  nameId: string;
  /** E-mail address in lower case; null if the provider sends none. */
  email: string | null;
  displayName: string | null;
}

/** The organization and the provider of a sign-in. */
export interface SignInContext {
  organizationId: string;
  providerId: string;
}

/** A sign-in in its transaction. */
export interface SignInTransaction {
  tx: Transaction;
  at: Date;
  provider: Row<'SamlProvider'>;
  organization: Row<'Organization'>;
  subject: Subject;
}

/** Result of a sign-in. */
export interface SignInResult {
  /** Access token, shown once. */
  token: string;
  expiresAt: Date;
  /** Display name of the person. */
  displayName: string;
  /** Title of the organization for which the token is valid. */
  organization: string;
}

/** Milliseconds that a session lasts: a working day. */
const sessionLength = 12 * 3_600_000;

/**
 * Signs a person in. It finds or creates the user, makes it a member of the provider's organization, and issues a
 * token.
 *
 * The token is bound to that organization, which separates organizations. The admins of one organization control its
 * provider, and the provider can claim any identity. A false claim only yields a token for the organization that these
 * admins already control.
 *
 * @throws FORBIDDEN for a disabled member, and errors of `findPerson`
 */
export async function signIn(store: Store, place: SignInContext, subject: Subject): Promise<SignInResult> {
  const attempt = () => store.transaction((tx) => signInOnce(tx, place, subject));
  try {
    return await attempt();
  } catch (error) {
    // Another request (an invite, another provider) created the same user or member. The second attempt finds it.
    if (!isUniqueViolation(error)) throw error;
    return attempt();
  }
}

async function signInOnce(tx: Transaction, place: SignInContext, subject: Subject): Promise<SignInResult> {
  const at = new Date();
  const signingIn = { tx, at, subject, ...(await lockPlace(tx, place)) };
  const person = await findPerson(signingIn);
  const changes = await join(signingIn, person.id);
  const session = await makeToken(signingIn, person.id);
  const { organization, provider } = signingIn;
  const event = { action: 'signIn' as const, targetId: person.id, changes: { provider: provider.id, ...changes } };
  const { organizationId } = place;
  appendEvents(tx, { organizationId, events: [{ organizationId, ...event }], at, actorId: person.id });
  return { ...session, displayName: person.displayName, organization: organization.title };
}

/**
 * Locks the organization first, as every change of its members does, then the provider. If a person's first sign-in
 * runs twice at once, the second run finds the rows of the first.
 */
async function lockPlace(
  tx: Transaction,
  { organizationId, providerId }: SignInContext,
): Promise<Pick<SignInTransaction, 'provider' | 'organization'>> {
  const { read } = tx;
  await tx.lock('Organization', organizationId);
  await tx.lock('SamlProvider', providerId);
  const provider = await read.first(read.sql.selectFrom('SamlProvider').selectAll().where('id', '=', providerId));
  if (!provider || !isActive(provider)) throw signInEndedError('the provider was removed or switched off meanwhile');
  const query = read.sql.selectFrom('Organization').selectAll().where('id', '=', organizationId);
  return { provider, organization: (await read.first(query))! };
}

async function makeToken(
  { tx, at, organization }: SignInTransaction,
  userId: string,
): Promise<Pick<SignInResult, 'token' | 'expiresAt'>> {
  const token = newTokenText();
  const expiresAt = new Date(at.getTime() + sessionLength);
  const own = { userId, issuer: 'sso', organizationId: organization.id, name: 'single sign-on' };
  await endOldSessions(tx, own);
  await tx.prisma.accessToken.create({
    data: { ...own, id: newId('AccessToken'), hash: hashToken(token), createdAt: at, expiresAt },
    select: { id: true },
  });
  return { token, expiresAt };
}

/** Maximum number of sessions of one person in one organization. Another sign-in ends the oldest session. */
const maxSessions = 20;

async function endOldSessions({ prisma }: Transaction, own: object): Promise<void> {
  const sessions = await prisma.accessToken.findMany({ where: own, orderBy: { id: 'desc' }, select: { id: true } });
  const old = sessions.slice(maxSessions - 1).map(({ id }) => id);
  if (old.length > 0) await prisma.accessToken.deleteMany({ where: { id: { in: old } } });
}
