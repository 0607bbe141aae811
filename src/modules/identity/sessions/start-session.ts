import { hashToken } from '../../../access/authenticate.js';
import type { Device } from '../../../access/device.js';
import { newId } from '../../../platform/base/ids.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { newTokenText } from '../tokens/issue-token.js';
import { sessionExpiry } from '../tokens/session-expiry.js';

/** Data of a new session. */
export interface NewSession {
  userId: string;
  /**
   * Organization whose identity provider signed the person in. The session works only there. Null for all organizations
   * of the person.
   */
  organizationId: string | null;
  /** Identity provider that signed the person in, and the id of its session there; null for a sign-in by mail. */
  provider: { id: string; sessionId: string | null } | null;
  device: Device;
}

/**
 * Maximum number of sessions that one person has with the same organization, or without one. A further sign-in ends the
 * oldest session.
 */
const maxSessions = 20;

/**
 * Starts a session of a browser, and ends the previous session of that browser.
 * @returns the secret for the cookie: 256 random bits. Only its hash is stored
 */
export async function startSession(
  { prisma }: Pick<Transaction, 'prisma'>,
  { userId, organizationId, provider, device }: NewSession,
  at: Date,
): Promise<string> {
  const secret = newTokenText('dgs');
  const owner = { userId, organizationId, issuer: 'session' };
  if (device.formerSecret !== undefined)
    await prisma.accessToken.deleteMany({ where: { hash: hashToken(device.formerSecret), issuer: 'session' } });
  const sessions = await prisma.accessToken.findMany({ where: owner, orderBy: { id: 'desc' }, select: { id: true } });
  const oldest = sessions.slice(maxSessions - 1).map(({ id }) => id);
  if (oldest.length > 0) await prisma.accessToken.deleteMany({ where: { id: { in: oldest } } });
  await prisma.accessToken.create({
    data: {
      ...owner,
      id: newId('Session'),
      hash: hashToken(secret),
      name: 'session',
      createdAt: at,
      lastUsedAt: at,
      expiresAt: sessionExpiry(at, at),
      providerId: provider?.id ?? null,
      providerSessionId: provider?.sessionId ?? null,
      remoteAddress: device.address,
      userAgent: device.userAgent,
    },
    select: { id: true },
  });
  return secret;
}
