import { can } from '../../../access/policy.js';
import { notFound } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { findMember } from '../members/find-member.js';
import { insertMembers } from '../members/insert-members.js';
import { checkedName } from '../users/checked-name.js';
import { searchKeyOf } from '../users/search-key.js';

/** Schema of the name of a service account, with its length limits. */
export const serviceAccountName = {
  description: 'Name of a service account, shown with its actions.',
  minLength: 1,
  maxLength: 100,
};

/** A service account to create. */
export interface NewServiceAccount {
  organization: string;
  name: string;
  /** Role in the organization; null for a guest. */
  role: string | null;
}

/**
 * Creates a service account, which becomes a member of an organization; requires the role admin.
 * @returns the id of its user
 * @throws NOT_FOUND, FORBIDDEN, BAD_USER_INPUT
 */
export function createServiceAccount(actor: Actor, input: NewServiceAccount): Promise<string> {
  const displayName = checkedName(input.name, serviceAccountName);
  return runAction(actor, async (unit) => {
    const { organization: organizationId, role } = input;
    const organization = await lockTarget(unit, 'Organization', organizationId, 'member.manageServiceAccounts');
    const id = newId('User');
    const searchKey = searchKeyOf({ displayName, email: null });
    bufferInsert(unit.tx, {
      table: 'User',
      rows: [{ id, displayName, searchKey, organizationId, createdAt: unit.at }],
    });
    await insertMembers(unit, organization, [{ userId: id, role }]);
    const changes = { name: displayName, role };
    unit.record({ organizationId, action: 'createServiceAccount', targetId: id, changes });
    return id;
  });
}

/** Renames a service account; requires the role admin. @throws NOT_FOUND, FORBIDDEN, BAD_USER_INPUT */
export function updateServiceAccount(actor: Actor, id: string, { name }: { name: string }): Promise<void> {
  const displayName = checkedName(name, serviceAccountName);
  return runAction(actor, async (unit) => {
    const organizationId = await lockServiceAccount(unit, id);
    const set = { displayName, searchKey: searchKeyOf({ displayName, email: null }) };
    bufferUpdate(unit.tx, { table: 'User', where: { id }, set });
    unit.record({ organizationId, action: 'updateServiceAccount', targetId: id, changes: { name: displayName } });
  });
}

/**
 * Locks the organization of a service account, and checks that the viewer may manage its service accounts.
 * @returns the id of the organization
 * @throws NOT_FOUND for a person, for a removed service account, and if the viewer may not see members of the
 * organization; FORBIDDEN
 */
export async function lockServiceAccount(unit: UnitOfWork, id: string): Promise<string> {
  const { organizationId } = (await findUser(unit, id)) ?? {};
  if (organizationId == null || !can(unit.viewer, 'member.view', { organizationId })) throw unknownAccount(id);
  await lockTarget(unit, 'Organization', organizationId, 'member.manageServiceAccounts');
  if (!(await findMember(unit, { organizationId, userId: id }))) throw unknownAccount(id);
  return organizationId;
}

function findUser({ tx: { read } }: UnitOfWork, id: string): Promise<Pick<Row<'User'>, 'organizationId'> | undefined> {
  return read.first(read.sql.selectFrom('User').select('organizationId').where('id', '=', id));
}

function unknownAccount(id: string): Error {
  return notFound('service account', id);
}
