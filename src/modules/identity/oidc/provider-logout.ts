import { endSessionUrl } from '../../../api/oidc/end-session-url.js';
import { type Logout, readLogoutToken } from '../../../api/oidc/logout-token.js';
import { refused } from '../../../api/oidc/refusals.js';
import { AppError } from '../../../platform/base/errors.js';
import { isUniqueViolation } from '../../../platform/db/connection/store-errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { appendEvents } from '../../shared/append-events.js';
import { hashSecret } from '../sso/open-logins.js';
import { getProvider, type OidcDependencies, oidcParties } from './login-steps.js';
import { oidcServiceOf } from './parties.js';

/**
 * Ends the sessions that a provider's logout token names. A token works once: the transaction that ends the sessions
 * also stores the token's id until the token expires.
 * @throws NOT_FOUND for an unknown provider; FORBIDDEN with the reason OIDC_INVALID; UNAVAILABLE if the provider cannot
 * be reached
 */
export async function endSessions(
  dependencies: OidcDependencies,
  providerId: string,
  logoutToken: string,
): Promise<void> {
  const { store } = dependencies;
  const provider = await getProvider(store.read, providerId);
  const logout = await readLogoutToken(oidcParties(dependencies, provider), logoutToken);
  const useToken = (tx: Transaction) => endSessionsOnce(tx, provider, logout);
  await store.transaction(useToken, provider.organizationId).catch((error) => {
    throw isUniqueViolation(error) ? refused('The logout token was used before') : error;
  });
}

/**
 * Returns the URL that also signs a person out at the provider. Returns null if the provider has no such URL, was
 * removed, or cannot be reached. This is not an error, because the session of this server has already ended.
 */
export async function findLogoutUrl(dependencies: OidcDependencies, providerId: string): Promise<string | null> {
  try {
    const provider = await getProvider(dependencies.store.read, providerId);
    return await endSessionUrl(
      oidcParties(dependencies, provider),
      oidcServiceOf(dependencies.urls, providerId).postLogoutURL,
    );
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function endSessionsOnce(tx: Transaction, provider: Row<'OidcProvider'>, logout: Logout): Promise<void> {
  const { id: providerId, organizationId } = provider;
  const at = new Date();
  await tx.lock('Organization', organizationId);
  const hash = hashSecret(`logout ${providerId} ${logout.tokenId}`);
  const usedToken = { hash, requestHash: hash, outcome: {}, expiresAt: logout.expiresAt };
  await tx.prisma.idempotencyKey.create({ data: usedToken, select: { hash: true } });
  const sessions = await findSessions(tx, providerId, logout);
  if (sessions.length === 0) return;
  await tx.prisma.accessToken.deleteMany({ where: { id: { in: sessions.map(({ id }) => id) } } });
  const users = [...new Set(sessions.map(({ userId }) => userId))];
  for (const userId of users) {
    const ended = sessions.filter((session) => session.userId === userId).length;
    const event = { action: 'backchannelLogout' as const, targetId: userId };
    const changes = { provider: providerId, sessions: ended };
    appendEvents(tx, { organizationId, events: [{ organizationId, ...event, changes }], at, actorId: userId });
  }
}

/**
 * Finds the sessions that a logout token names. A token may name a person and a session at the provider. It then also
 * matches those sessions of the person that have no session id of the provider.
 */
async function findSessions({ read }: Transaction, providerId: string, { subject, sessionId }: Logout) {
  const sessions = read.sql
    .selectFrom('AccessToken')
    .select(['id', 'userId'])
    .where('issuer', '=', 'session')
    .where('providerId', '=', providerId);
  const sessionsOfPerson =
    subject === null
      ? sessions
      : sessions.where('userId', 'in', (query) =>
          query
            .selectFrom('OidcIdentity')
            .select('userId')
            .where('providerId', '=', providerId)
            .where('subject', '=', subject),
        );
  if (sessionId === null) return read.all(sessionsOfPerson);
  return read.all(
    sessionsOfPerson.where(({ or, eb }) => {
      const isNamedSession = eb('providerSessionId', '=', sessionId);
      return subject === null ? isNamedSession : or([isNamedSession, eb('providerSessionId', 'is', null)]);
    }),
  );
}
