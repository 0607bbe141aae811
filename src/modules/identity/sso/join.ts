import type { Json } from '../../../engine/base/types.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import { findMember } from '../members/find-member.js';
import { insertMembers } from '../members/insert-members.js';
import { notAdmittedError } from './refusals.js';
import type { SignInTransaction } from './sign-in.js';

/**
 * Makes a person a member who must sign in through single sign-on. A new member gets the provider's role and team; an
 * existing member keeps its role.
 * @returns the changes, for the event log
 * @throws FORBIDDEN for a disabled member, CONFLICT with the reason MEMBER_LIMIT
 */
export async function joinOrganization(
  signInTransaction: SignInTransaction,
  userId: string,
): Promise<{ [name: string]: Json }> {
  const { tx, organization } = signInTransaction;
  const key = { organizationId: organization.id, userId };
  const member = await findMember(signInTransaction, key);
  if (!member) return addMember(signInTransaction, userId);
  if (member.disabled)
    throw notAdmittedError('the member is disabled', `You are disabled in the organization ${organization.title}`);
  if (member.sso) return {};
  bufferUpdate(tx, { table: 'Member', where: key, set: { sso: true } });
  return { sso: true };
}

async function addMember(signInTransaction: SignInTransaction, userId: string) {
  const { tx, at, provider, organization } = signInTransaction;
  const { defaultRole: role, defaultTeamId: teamId } = provider;
  const organizationId = organization.id;
  await insertMembers(signInTransaction, organization, [{ userId, role, sso: true }]);
  if (teamId !== null) {
    const row = { organizationId, teamId, userId, role: 'member', createdAt: at };
    bufferInsert(tx, { table: 'TeamMember', rows: [row] });
  }
  return { sso: true, role, team: teamId };
}
