import { requireOperator } from '../../../access/policy.js';
import { AppError, notFound } from '../../../platform/base/errors.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { findUserByEmail } from '../users/find-user.js';
import { requireAnotherAdmin } from './last-admin.js';

/** A member, given by e-mail address, and whether to lock the member out. */
export interface MemberLock {
  email: string;
  organization: string;
  disabled: boolean;
}

/**
 * Locks a member out of an organization, or unlocks it; only the operator can. Repeating it changes nothing.
 * @returns the user's id
 * @throws NOT_FOUND for an unknown organization or member, CONFLICT for the last admin who is not locked out
 */
export function lockMember(actor: Actor, { email, organization, disabled }: MemberLock): Promise<string> {
  requireOperator(actor.viewer, 'lockMember', 'Members are locked out');
  return runAction(actor, async (unit) => {
    const { tx } = unit;
    // Locks the organization first: otherwise two locks at once could each find another admin.
    await tx.lock('Organization', organization);
    await requireOrganization(unit, organization);
    const member = await findMember(unit, organization, email);
    const { userId } = member;
    if (member.disabled === disabled) return userId;
    if (disabled) await requireAnotherAdmin(unit, { organizationId: organization, userId });
    bufferUpdate(tx, { table: 'Member', where: { organizationId: organization, userId }, set: { disabled } });
    unit.record({
      organizationId: organization,
      action: disabled ? 'disableMember' : 'enableMember',
      targetId: userId,
      changes: { disabled },
    });
    return userId;
  });
}

async function requireOrganization({ tx: { read } }: UnitOfWork, id: string): Promise<void> {
  const found = await read.first(read.sql.selectFrom('Organization').select('id').where('id', '=', id));
  if (!found) throw notFound('organization', id);
}

async function findMember({ tx: { read } }: UnitOfWork, organizationId: string, email: string) {
  const user = await findUserByEmail(read, email);
  const members = read.sql.selectFrom('Member').select(['userId', 'disabled']);
  const member =
    user && (await read.first(members.where('organizationId', '=', organizationId).where('userId', '=', user.id)));
  if (member) return member;
  throw new AppError('NOT_FOUND', `The organization has no member with the e-mail address ${JSON.stringify(email)}`);
}
