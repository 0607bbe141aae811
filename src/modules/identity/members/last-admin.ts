import { AppError } from '../../../platform/base/errors.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import type { MembershipKey } from './find-member.js';

/**
 * Refuses a change that takes the role admin from an organization's last admin. Disabled admins do not count, nor do
 * service accounts, which cannot sign in. The caller has locked the organization, so that two admins who remove each other cannot both succeed.
 * @throws CONFLICT with the reason LAST_ADMIN
 */
export async function requireAnotherAdmin(
  { tx }: UnitOfWork,
  { organizationId, userId }: MembershipKey,
): Promise<void> {
  const query = tx.read.sql
    .selectFrom('Member')
    .innerJoin('User', 'User.id', 'Member.userId')
    .select('Member.userId')
    .where('Member.organizationId', '=', organizationId)
    .where('Member.role', '=', 'admin')
    .where('Member.disabled', '=', false)
    .where('User.organizationId', 'is', null)
    .limit(2);
  const admins = await tx.read.all(query);
  if (admins.length !== 1 || admins[0]!.userId !== userId) return;
  const message = `The user ${userId} is the last admin of the organization; give someone else the role admin first`;
  throw new AppError('CONFLICT', message, { reason: 'LAST_ADMIN' });
}
