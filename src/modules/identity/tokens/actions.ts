import { authorize, can } from '../../../access/policy.js';
import type { UserViewer } from '../../../access/viewer.js';
import { forbidden, notFound } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete } from '../../../platform/db/write/change-rows.js';
import type { EventAction } from '../../shared/event-actions.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { retireIfBootstrap } from './bootstrap.js';

/**
 * Revokes a token of the caller; the next request with it is refused. Every token may revoke itself.
 * @throws NOT_FOUND for a token of another user, and for one that the calling token may not see
 * @throws FORBIDDEN for a token with scopes, and with the reason SIGN_IN_TOO_OLD
 */
export function revokeAccessToken(actor: Actor, id: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const viewer = requireUser(unit);
    const token = await findToken(unit, id);
    const isOwn = token?.userId === viewer.userId && token.issuer !== 'session' && isInBounds(viewer, token);
    if (!isOwn) throw notFound('access token', id);
    if (id !== viewer.tokenId) authorize(viewer, 'viewer.manageTokens', token);
    await deleteToken(unit, token);
  });
}

/** Returns the viewer, who must be a user. @throws FORBIDDEN for the operator */
export function requireUser({ viewer }: UnitOfWork): UserViewer {
  if (viewer.kind === 'user') return viewer;
  throw forbidden('The operator creates tokens on the command line: viewer.manageTokens needs a user', {
    action: 'viewer.manageTokens',
    needs: 'user',
  });
}

/**
 * Reports whether the viewer's own token may see another token of the user. A token bound to an organization sees only
 * tokens bound to that organization.
 */
function isInBounds(viewer: UserViewer, token: Row<'AccessToken'>): boolean {
  return can({ ...viewer, allowed: null }, 'viewer.viewTokens', token);
}

/** Finds a token or session by its id, through the transaction. */
export async function findToken({ tx }: Pick<UnitOfWork, 'tx'>, id: string): Promise<Row<'AccessToken'> | undefined> {
  return tx.read.first(tx.read.sql.selectFrom('AccessToken').selectAll().where('id', '=', id));
}

/**
 * Deletes a token or a session. If it is bound to an organization, records an event there. Locks the organization
 * before the token, as all actions do. An action that uses the token at the same time therefore either commits before
 * the deletion, or fails.
 * @param action name of the event
 */
export async function deleteToken(
  { tx, record }: UnitOfWork,
  token: Row<'AccessToken'>,
  action: EventAction = token.issuer === 'session' ? 'revokeSession' : 'revokeAccessToken',
): Promise<void> {
  const { id, organizationId, name, userId } = token;
  if (organizationId) await tx.lock('Organization', organizationId);
  await tx.lock('AccessToken', id);
  await retireIfBootstrap(tx, token);
  bufferDelete(tx, { table: 'AccessToken', where: { id } });
  if (organizationId) record({ organizationId, action, targetId: id, changes: { name, user: userId } });
}
