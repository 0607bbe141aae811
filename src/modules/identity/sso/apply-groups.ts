import type { Json } from '../../../engine/base/types.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { NewEvent } from '../../shared/append-events.js';
import { readPairs, teamsByGroup } from './group-mapping.js';
import { type GroupMode, planTeams, type TeamChanges } from './plan-teams.js';
import { providerKinds } from './provider-kinds.js';
import { notAdmittedError } from './refusals.js';
import type { SignInTransaction } from './sign-in.js';

/**
 * Stores the groups that a provider sends for a user, and changes the user's teams according to these groups. The user
 * must be a member already. It does nothing if the provider has no attribute or claim for groups.
 * @returns an event for each changed team
 * @throws FORBIDDEN for over 1,000 groups, and for a group of over 255 characters
 */
export async function applyGroups(signInTransaction: SignInTransaction, userId: string): Promise<NewEvent[]> {
  const { tx, provider, subject } = signInTransaction;
  // `groups` is also absent if the response was stored by an older version of the server.
  if (subject.groups == null) return [];
  checkGroups(subject.groups);
  storeGroups(signInTransaction, userId, subject.groups);
  const teams = teamsByGroup(await readPairs(tx.read, provider));
  if (teams.size === 0) return [];
  const mapping = { mode: provider.groupMode as GroupMode, teams };
  const changes = planTeams(mapping, subject.groups, await rolesInTeams(signInTransaction, userId));
  await changeTeams(signInTransaction, userId, changes);
  return teamEvents(provider.organizationId, userId, changes);
}

const maxGroups = 1000;
const maxGroupLength = 255;

function checkGroups(groups: readonly string[]): void {
  if (groups.length > maxGroups) throw tooManyGroupsError(`${groups.length} groups, but at most ${maxGroups} are read`);
  const longGroup = groups.find((group) => group.length > maxGroupLength);
  if (longGroup)
    throw tooManyGroupsError(`a group of ${longGroup.length} characters, but at most ${maxGroupLength} are read`);
}

function tooManyGroupsError(got: string) {
  const remedy = 'an administrator must let it send fewer groups, such as only those of this application';
  return notAdmittedError(`the provider names ${got}`, `The identity provider names ${got}; ${remedy}`);
}

/**
 * Stores the groups in the identity of this sign-in. Only the last sign-in of a user counts, so the groups in the
 * user's other identities at the provider are cleared.
 */
function storeGroups({ tx, provider, subject }: SignInTransaction, userId: string, groups: readonly string[]): void {
  const { identities, nameColumn } = providerKinds[provider.kind];
  const allOfUser = { providerId: provider.id, userId };
  bufferUpdate(tx, { table: identities, where: allOfUser, set: { groups: null } });
  const identity = { providerId: provider.id, [nameColumn]: subject.nameId };
  bufferUpdate(tx, { table: identities, where: identity, set: { groups: JSON.stringify(groups) } });
}

async function rolesInTeams({ tx: { read }, provider }: SignInTransaction, userId: string) {
  const query = read.sql.selectFrom('TeamMember').select(['teamId', 'role']).where('userId', '=', userId);
  const rows = await read.all(query.where('organizationId', '=', provider.organizationId));
  return new Map(rows.map(({ teamId, role }) => [teamId, role]));
}

async function changeTeams({ tx, at, provider }: SignInTransaction, userId: string, { gains, loses }: TeamChanges) {
  const { organizationId } = provider;
  bufferDelete(tx, { table: 'TeamMember', where: { userId }, inList: { column: 'teamId', values: loses } });
  const rows = gains.map((teamId) => ({ organizationId, teamId, userId, role: 'member', createdAt: at }));
  await bufferInsertIfFew(tx, { table: 'TeamMember', rows });
}

function teamEvents(organizationId: string, userId: string, { gains, loses }: TeamChanges): NewEvent[] {
  const action = 'updateMembersInOrganizationTeam';
  const event = (targetId: string, changes: { [name: string]: Json }): NewEvent => ({
    ...{ organizationId, action, targetId },
    changes: { added: {}, changed: {}, removed: [], ...changes },
  });
  return [
    ...gains.map((team) => event(team, { added: { [userId]: 'member' } })),
    ...loses.map((team) => event(team, { removed: [userId] })),
  ];
}
