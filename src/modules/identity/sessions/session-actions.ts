import { authorize, can, requireRecentSignIn } from '../../../access/policy.js';
import type { Viewer } from '../../../access/viewer.js';
import { notFound, operatorOnly } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { deleteToken, findToken } from '../tokens/actions.js';
import { resolveUserId } from '../users/find-user.js';
import { liveSessions } from './live-sessions.js';

/**
 * Ends a session; the next request with it is refused. People can end their own sessions, admins can end those of their
 * organization, and the operator can end all.
 * @throws NOT_FOUND for a session that the caller may not see
 * @throws FORBIDDEN with the reason SIGN_IN_TOO_OLD, except for the session that the caller uses
 */
export function revokeSession(actor: Actor, id: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const session = await findSession(unit, id);
    if (!session || !seesSession(unit.viewer, session)) throw notFound('session', id);
    authorizeRevocation(unit.viewer, session);
    await deleteToken(unit, session);
  });
}

/**
 * Returns the sessions of a user that have not ended, newest first; only the operator may call it.
 * @throws NOT_FOUND for an unknown user
 */
export function listSessionsOfUser(actor: Actor, user: string): Promise<Row<'AccessToken'>[]> {
  if (actor.viewer.kind !== 'operator') throw operatorOnly('listSessions', "Others' sessions are listed");
  return runAction(actor, async ({ tx: { read }, at }) => {
    const userId = await resolveUserId(read, user);
    return read.all(liveSessions(read, at).where('userId', '=', userId).orderBy('id', 'desc'));
  });
}

async function findSession(unit: UnitOfWork, id: string): Promise<Row<'AccessToken'> | undefined> {
  const row = await findToken(unit, id);
  return row?.issuer === 'session' ? row : undefined;
}

function seesSession(viewer: Viewer, { userId, organizationId }: Row<'AccessToken'>): boolean {
  if (viewer.kind === 'operator') return true;
  if (viewer.kind === 'user' && viewer.userId === userId)
    return can({ ...viewer, allowed: null }, 'viewer.viewTokens', { organizationId });
  return organizationId !== null && can(viewer, 'member.viewAccess', { organizationId });
}

function authorizeRevocation(viewer: Viewer, { id, userId, organizationId }: Row<'AccessToken'>): void {
  if (viewer.kind !== 'user' || viewer.tokenId === id) return;
  if (viewer.userId === userId) authorize(viewer, 'viewer.manageTokens', { organizationId });
  else {
    authorize(viewer, 'member.update', { organizationId: organizationId! });
    requireRecentSignIn(viewer, 'member.update');
  }
}
