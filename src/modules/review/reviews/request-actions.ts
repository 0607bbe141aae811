import type { Json } from '../../../engine/base/types.js';
import { badInput } from '../../../platform/base/errors.js';
import { deleteLater } from '../../../platform/db/write/change-rows.js';
import { insertSoon } from '../../../platform/db/write/insert-rows.js';
import { findMembers } from '../../identity/users/find-members.js';
import { type Act, type Actor, act } from '../../shared/act.js';
import { present } from '../../shared/present.js';
import { changeFields } from '../change-requests/actions.js';
import { type ChangeRequestName, eventOn, lockChangeRequest, requireState } from '../change-requests/targets.js';

/** Who is to review a change request, and what it is to say of itself. */
export interface ReviewersWanted {
  /** Ids of members. */
  users: string[];
  subject?: string | null;
  /** A rich-text document; null removes it. */
  description?: Json;
}

/** The change request, and whom the request named. */
export interface ReviewersAsked {
  changeRequestId: string;
  users: string[];
}

/**
 * Asks members to review a change request as it is now; who reviewed it before is asked again.
 * @throws NOT_FOUND, FORBIDDEN; CONFLICT where it takes no reviews; BAD_USER_INPUT for who is no member.
 */
export function requestReviewers(
  actor: Actor,
  name: ChangeRequestName,
  { users: named, ...changes }: ReviewersWanted,
): Promise<ReviewersAsked> {
  return act(actor, async (under) => {
    const changeRequest = await lockChangeRequest(under, name, 'changeRequest.update');
    const { id: changeRequestId, organizationId, spaceId, revisionId } = changeRequest;
    requireState(changeRequest, 'be reviewed');
    const users = [...new Set(named)];
    await requireMembers(under, organizationId, users);
    if (Object.keys(present(changes)).length > 0) await changeFields(under, changeRequest, changes);
    if (users.length === 0) return { changeRequestId, users };
    const table = 'ReviewRequest';
    deleteLater(under.tx, { table, where: { changeRequestId }, among: { column: 'userId', values: users } });
    const request = { organizationId, spaceId, changeRequestId, revisionId, requestedById: under.actorId };
    const rows = users.map((userId) => ({ ...request, userId, createdAt: under.at }));
    await insertSoon(under.tx, { table, rows });
    under.record({ ...eventOn(changeRequest), action: 'requestReviewersForChangeRequest', changes: { users } });
    return { changeRequestId, users };
  });
}

async function requireMembers({ tx }: Act, organizationId: string, users: string[]): Promise<void> {
  const found = await findMembers(tx, organizationId, { ids: users });
  const unknown = users.findIndex((user) => !found.has(user));
  if (unknown < 0) return;
  const got = JSON.stringify(users[unknown]);
  throw badInput('users', `\`users[${unknown}]\` must be the id of a member of the organization (got ${got})`);
}

/** Takes a request for a review back; one that is not there is passed over. @throws NOT_FOUND, FORBIDDEN. */
export function removeRequestedReviewer(actor: Actor, name: ChangeRequestName, userId: string): Promise<string> {
  return act(actor, async (under) => {
    const changeRequest = await lockChangeRequest(under, name, 'changeRequest.update');
    const { id: changeRequestId } = changeRequest;
    const { count } = await under.tx.prisma.reviewRequest.deleteMany({ where: { changeRequestId, userId } });
    const event = { ...eventOn(changeRequest), changes: { user: userId } };
    if (count > 0) under.record({ ...event, action: 'removeRequestedReviewerFromChangeRequest' });
    return changeRequestId;
  });
}
