import { requireOperator } from '../../../access/policy.js';
import { isOperator } from '../../../access/viewer.js';
import { AppError, notFound } from '../../../platform/base/errors.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { resolveUserId } from '../users/find-user.js';
import { findMember, type MembershipKey } from './find-member.js';
import { requireAnotherAdmin, requireOtherAdmins } from './last-admin.js';
import { lockForMemberChange } from './lock-organization.js';

/** A member, and whether to disable or enable it. */
export interface MemberState {
  organization: string;
  /** Id of the user; the operator may give the e-mail address instead. */
  user: string;
  disabled: boolean;
}

/**
 * Disables or enables a member, with effect from its next request. A disabled member has no rights in the organization,
 * and its sessions there are deleted. A repeated call changes nothing. Admins with a recent sign-in and the operator
 * may call it.
 * @returns the user's id
 * @throws NOT_FOUND for an unknown organization or member, FORBIDDEN, CONFLICT with the reason LAST_ADMIN for the last
 * admin who is not disabled
 */
export function setMemberDisabled(actor: Actor, { organization, user, disabled }: MemberState): Promise<string> {
  return runAction(actor, async (unit) => {
    await lockForMemberChange(unit, organization);
    const userId = isOperator(unit.viewer) ? await resolveUserId(unit.tx.read, user) : user;
    const key = { organizationId: organization, userId };
    const member = await findMember(unit, key);
    if (!member) throw notFound('member', user);
    if (member.disabled === disabled) return userId;
    if (disabled) await requireAnotherAdmin(unit, key);
    setDisabled(unit, key, disabled);
    return userId;
  });
}

/** Id of a person, and the ids of the organizations that the person is a member of. */
export interface UserState {
  id: string;
  organizations: string[];
}

/**
 * Disables or enables a person in all of its organizations, in one transaction; only the operator may call it.
 * @param user id or e-mail address
 * @throws NOT_FOUND for an unknown user and for one without organizations, FORBIDDEN except for the operator, CONFLICT
 * with the reason LAST_ADMIN
 */
export function setUserDisabled(
  actor: Actor,
  { user, disabled }: Pick<MemberState, 'user' | 'disabled'>,
): Promise<UserState> {
  requireOperator(actor.viewer, 'setUserDisabled', 'People are disabled in all of their organizations');
  return runAction(actor, async (unit) => {
    const { read } = unit.tx;
    const id = await resolveUserId(read, user);
    const memberships = read.sql.selectFrom('Member').select(['organizationId', 'disabled']).where('userId', '=', id);
    const organizations = (await read.all(memberships)).map(({ organizationId }) => organizationId).sort();
    if (organizations.length === 0) throw new AppError('NOT_FOUND', `The user ${id} has no organization`);
    for (const organizationId of organizations) await lockForMemberChange(unit, organizationId);
    if (disabled) await requireOtherAdmins(unit, id);
    const lockedMemberships = (await read.all(memberships)).filter(({ organizationId }) =>
      organizations.includes(organizationId),
    );
    for (const { organizationId, disabled: wasDisabled } of lockedMemberships)
      if (wasDisabled !== disabled) setDisabled(unit, { organizationId, userId: id }, disabled);
    return { id, organizations };
  });
}

function setDisabled(unit: UnitOfWork, { organizationId, userId }: MembershipKey, disabled: boolean): void {
  bufferUpdate(unit.tx, { table: 'Member', where: { organizationId, userId }, set: { disabled } });
  if (disabled) bufferDelete(unit.tx, { table: 'AccessToken', where: { organizationId, userId, issuer: 'session' } });
  const action = disabled ? 'disableMember' : 'enableMember';
  unit.record({ organizationId, action, targetId: userId, changes: { disabled } });
}
