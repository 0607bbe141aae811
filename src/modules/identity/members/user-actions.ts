import { requireOperator } from '../../../access/policy.js';
import { roles } from '../../../access/viewer.js';
import { AppError, badInput, notFound } from '../../../platform/base/errors.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { findRow } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { checkedName } from '../users/checked-name.js';
import { invalidAddressMessage, isEmailAddress } from '../users/email-address.js';
import { findUserByEmail } from '../users/find-user.js';
import { insertUser } from '../users/insert-user.js';
import { findMember } from './find-member.js';
import { insertMembers } from './insert-members.js';
import { requireAnotherAdmin } from './last-admin.js';

/** A user to create, and the organization to add the user to, if any. */
export interface NewUser {
  email: string;
  name: string;
  organization?: string;
  /** A member role, or `guest`; default `read`. */
  role?: string;
}

/**
 * Creates a user, or adds an existing one to an organization; only the operator may call it.
 * @returns the user's id
 * @throws BAD_USER_INPUT; NOT_FOUND for an unknown organization; CONFLICT for an address in use if no organization is
 * given, and with the reasons LAST_ADMIN and MEMBER_LIMIT
 */
export function createUser(actor: Actor, user: NewUser): Promise<string> {
  requireOperator(actor.viewer, 'createUser', 'Users are created');
  if (!isEmailAddress(user.email)) throw badInput('email', invalidAddressMessage('email', user.email));
  checkedName(user.name, { minLength: 1, maxLength: 255 });
  return runAction(actor, async (unit) => {
    const existing = await findUserByEmail(unit.tx.read, user.email);
    if (existing && !user.organization)
      throw new AppError('CONFLICT', `A user with the e-mail address ${existing.email} exists: ${existing.id}`);
    // The address counts as verified, because the operator confirms it.
    const person = { email: user.email, displayName: user.name, emailVerifiedAt: unit.at };
    const { id } = existing ?? (await insertUser(unit, person));
    if (user.organization) await addMember(unit, id, { organizationId: user.organization, role: parseRole(user.role) });
    return id;
  });
}

async function addMember(
  unit: UnitOfWork,
  userId: string,
  { organizationId, role }: { organizationId: string; role: string | null },
): Promise<void> {
  const { tx } = unit;
  await tx.lock('Organization', organizationId);
  const organization = await findRow(unit, 'Organization', organizationId);
  if (!organization) throw notFound('organization', organizationId);
  const key = { organizationId, userId };
  if (role !== 'admin') await requireAnotherAdmin(unit, key);
  if (!(await findMember(unit, key))) await insertMembers(unit, organization, [{ userId, role }]);
  else bufferUpdate(tx, { table: 'Member', where: key, set: { role } });
  unit.record({ organizationId, action: 'createUser', targetId: userId, changes: { role } });
}

/** Returns the role for a name; null for `guest`, and `read` by default. @throws BAD_USER_INPUT for an unknown name */
export function parseRole(name = 'read'): string | null {
  if (name === 'guest') return null;
  if ((roles as readonly string[]).includes(name)) return name;
  throw badInput('role', `\`role\` must be one of ${roles.join(', ')}, guest (got ${JSON.stringify(name)})`);
}
