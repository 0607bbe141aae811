import { AppError } from '../../../platform/base/errors.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import type { MembershipKey } from './find-member.js';

/**
 * Refuses a change that would leave an organization without an admin, because the user is its last one. The caller must
 * have locked the organization, so that two admins who remove each other cannot both succeed.
 * @throws CONFLICT with the reason LAST_ADMIN
 */
export async function requireAnotherAdmin(
  { tx: { read } }: UnitOfWork,
  { organizationId, userId }: MembershipKey,
): Promise<void> {
  const withoutOtherAdmin = organizationsWithoutOtherAdmin(read, userId).where('Organization.id', '=', organizationId);
  if (await read.first(withoutOtherAdmin)) throw lastAdminError(userId, 'the organization', 'first');
}

/**
 * Refuses to disable or erase a person who is the last admin of one of its organizations. Deleted organizations need no
 * admin. The caller must have locked the organizations.
 * @throws CONFLICT with the reason LAST_ADMIN; the message names the organizations
 */
export async function requireOtherAdmins({ tx: { read } }: UnitOfWork, userId: string): Promise<void> {
  const query = organizationsWithoutOtherAdmin(read, userId).where('Organization.deletedAt', 'is', null);
  const withoutOtherAdmin = await read.all(query.orderBy('Organization.id'));
  if (withoutOtherAdmin.length === 0) return;
  const names = withoutOtherAdmin.map(({ id, title }) => `${title} (${id})`).join(', ');
  throw lastAdminError(userId, names, 'there first');
}

function lastAdminError(userId: string, organizations: string, where: string): AppError {
  const message = `The user ${userId} is the last admin of ${organizations}; give someone else the role admin ${where}`;
  return new AppError('CONFLICT', message, { reason: 'LAST_ADMIN' });
}

/**
 * Returns the query for the organizations whose only admin is the given user. Disabled admins do not count as admins,
 * nor do service accounts, which cannot sign in.
 */
function organizationsWithoutOtherAdmin({ sql }: Queries, userId: string) {
  return sql
    .selectFrom('Member')
    .innerJoin('User', 'User.id', 'Member.userId')
    .innerJoin('Organization', 'Organization.id', 'Member.organizationId')
    .select(['Organization.id', 'Organization.title'])
    .where('Member.userId', '=', userId)
    .where('Member.role', '=', 'admin')
    .where('Member.disabled', '=', false)
    .where('User.organizationId', 'is', null)
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
    );
}
