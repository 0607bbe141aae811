import type { Json } from '../../../engine/base/types.js';
import { badInput } from '../../../platform/base/errors.js';
import { bufferDelete } from '../../../platform/db/write/change-rows.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import { findMembers } from '../../identity/users/find-members.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { changeFields } from '../change-requests/actions.js';
import { type ChangeRequestName, eventOn, lockChangeRequest, requireState } from '../change-requests/targets.js';

/** Users to request as reviewers, and changes to fields of the change request. */
export interface ReviewRequestInput {
  /** Ids of members. */
  users: string[];
  subject?: string | null;
  /** A rich-text document; null removes it. */
  description?: Json;
}

/** Ids of the change request and of the requested users. */
export interface ReviewRequestResult {
  changeRequestId: string;
  users: string[];
}

/**
 * Requests reviews of the current state of a change request from members; earlier reviewers are requested again.
 * @throws NOT_FOUND, FORBIDDEN; CONFLICT if its state allows no reviews; BAD_USER_INPUT for a user who is not a member.
 */
export function requestReviewers(
  actor: Actor,
  name: ChangeRequestName,
  { users: requestedIds, ...changes }: ReviewRequestInput,
): Promise<ReviewRequestResult> {
  return runAction(actor, async (unit) => {
    const changeRequest = await lockChangeRequest(unit, name, 'changeRequest.update');
    const { id: changeRequestId, organizationId, spaceId, revisionId } = changeRequest;
    requireState(changeRequest, 'be reviewed');
    const users = [...new Set(requestedIds)];
    await requireMembers(unit, organizationId, users);
    if (Object.keys(omitUndefined(changes)).length > 0) await changeFields(unit, changeRequest, changes);
    if (users.length === 0) return { changeRequestId, users };
    const table = 'ReviewRequest';
    bufferDelete(unit.tx, { table, where: { changeRequestId }, inList: { column: 'userId', values: users } });
    const request = { organizationId, spaceId, changeRequestId, revisionId, requestedById: unit.actorId };
    const rows = users.map((userId) => ({ ...request, userId, createdAt: unit.at }));
    await bufferInsertIfFew(unit.tx, { table, rows });
    unit.record({ ...eventOn(changeRequest), action: 'requestReviewersForChangeRequest', changes: { users } });
    return { changeRequestId, users };
  });
}

async function requireMembers({ tx }: UnitOfWork, organizationId: string, users: string[]): Promise<void> {
  const found = await findMembers(tx, organizationId, { ids: users });
  const unknown = users.findIndex((user) => !found.has(user));
  if (unknown < 0) return;
  const gotId = JSON.stringify(users[unknown]);
  throw badInput('users', `\`users[${unknown}]\` must be the id of a member of the organization (got ${gotId})`);
}

/**
 * Withdraws a review request. Does nothing if it does not exist.
 * @throws NOT_FOUND, FORBIDDEN.
 */
export function removeRequestedReviewer(actor: Actor, name: ChangeRequestName, userId: string): Promise<string> {
  return runAction(actor, async (unit) => {
    const changeRequest = await lockChangeRequest(unit, name, 'changeRequest.update');
    const { id: changeRequestId } = changeRequest;
    const { count } = await unit.tx.prisma.reviewRequest.deleteMany({ where: { changeRequestId, userId } });
    const event = { ...eventOn(changeRequest), changes: { user: userId } };
    if (count > 0) unit.record({ ...event, action: 'removeRequestedReviewerFromChangeRequest' });
    return changeRequestId;
  });
}
