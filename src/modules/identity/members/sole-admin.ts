import { AppError } from '../../../platform/base/errors.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/**
 * Refuses a change that takes a person out of all of its organizations if one of them has no other admin. Disabled
 * admins and service accounts do not count, and deleted organizations need no admin. The caller has locked the
 * organizations.
 * @throws CONFLICT with the reason LAST_ADMIN; the message names the organizations
 */
export async function requireOtherAdmins({ tx: { read } }: UnitOfWork, userId: string): Promise<void> {
  const query = read.sql
    .selectFrom('Member')
    .innerJoin('Organization', 'Organization.id', 'Member.organizationId')
    .select(['Organization.id', 'Organization.title'])
    .where('Member.userId', '=', userId)
    .where('Member.role', '=', 'admin')
    .where('Member.disabled', '=', false)
    .where('Organization.deletedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('Member as other')
            .innerJoin('User as otherUser', 'otherUser.id', 'other.userId')
            .select('other.userId')
            .whereRef('other.organizationId', '=', 'Organization.id')
            .where('other.userId', '!=', userId)
            .where('other.role', '=', 'admin')
            .where('other.disabled', '=', false)
            .where('otherUser.organizationId', 'is', null),
        ),
      ),
    )
    .orderBy('Organization.id');
  const left = await read.all(query);
  if (left.length === 0) return;
  const names = left.map(({ id, title }) => `${title} (${id})`).join(', ');
  const message = `The user ${userId} is the last admin of ${names}; give someone else the role admin there first`;
  throw new AppError('CONFLICT', message, { reason: 'LAST_ADMIN' });
}
