import { authorize } from '../../../access/policy.js';
import type { Json } from '../../../engine/base/types.js';
import { badInput, notFound } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { EventAction } from '../../shared/event-actions.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { findMembers, type MemberNames } from '../users/find-members.js';
import { lockTeam, requireFew, type TeamPath } from './actions.js';
import { type MembershipPlan, type Place, planMemberships, type WantedMembers } from './membership-plan.js';

/** What to change of a team's members; at most 250 of each. */
export interface MemberChanges {
  /** Ids or e-mail addresses. */
  add?: string[] | null;
  /** Roles by user id; of two for one user the later counts. */
  memberships?: { user: string; role: string }[] | null;
  /** Ids or e-mail addresses; wins over the other two. */
  remove?: string[] | null;
}

/**
 * Changes many members of a team at once, or none. Naming them by address takes seeing members: else their addresses
 * could be found out by trying.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for someone to add, or to give a role, who is not a member of the
 * organization. Whoever is to be removed and is not there is passed over.
 */
export function updateTeamMembers(actor: Actor, path: TeamPath, changes: MemberChanges): Promise<void> {
  const { add, memberships, remove } = changes;
  for (const [field, list] of Object.entries({ add, memberships, remove })) requireFew(field, list);
  return runAction(actor, async (unit) => {
    const team = await lockTeam(unit, path);
    const names = namesIn(changes);
    if (names.emails.length > 0) authorize(unit.viewer, 'member.view', { organizationId: team.organizationId });
    const found = await findMembers(unit.tx, team.organizationId, names);
    const wanted = wantedOf(changes, found);
    await changeMembers(unit, team, { action: 'updateMembersInOrganizationTeam', wanted });
  });
}

function namesIn({ add, memberships, remove }: MemberChanges): Required<MemberNames> {
  const named = [...(add ?? []), ...(remove ?? [])];
  const users = (memberships ?? []).map(({ user }) => user);
  return { ids: [...users, ...named.filter((name) => !isEmail(name))], emails: named.filter(isEmail) };
}

/** No id has an at sign, every address has one. */
const isEmail = (name: string): boolean => name.includes('@');

function wantedOf({ add, memberships, remove }: MemberChanges, found: ReadonlyMap<string, string>): WantedMembers {
  const added = (add ?? []).map((name, index) => {
    const userId = found.get(name);
    if (userId === undefined) throw noMember(`add[${index}]`, 'the id or e-mail address', name);
    return userId;
  });
  const roles = (memberships ?? []).map(({ user, role }) => {
    if (found.get(user) !== user) throw noMember('memberships', 'a map whose keys are each the id', user);
    return [user, role] as const;
  });
  const removed = (remove ?? []).flatMap((name) => found.get(name) ?? []);
  return { add: added, roles: new Map(roles), remove: new Set(removed) };
}

function noMember(field: string, what: string, name: string) {
  return badInput(field, `\`${field}\` must be ${what} of a member of the organization (got ${JSON.stringify(name)})`);
}

/**
 * Puts a member into a team, or changes its role there; without a role one who is there keeps its own, and one who is
 * new becomes `member`.
 * @throws NOT_FOUND, also for who is not a member of the organization; FORBIDDEN.
 */
export function addTeamMember(
  actor: Actor,
  path: TeamPath,
  { userId, role }: { userId: string; role?: string | null },
): Promise<void> {
  return runAction(actor, async (unit) => {
    const team = await lockTeam(unit, path);
    const found = await findMembers(unit.tx, team.organizationId, { ids: [userId] });
    if (!found.has(userId)) throw notFound('member', userId);
    const wanted = { add: [userId], roles: new Map(role == null ? [] : [[userId, role]]) };
    await changeMembers(unit, team, { action: 'addMemberToOrganizationTeamById', wanted });
  });
}

/** Takes a member out of a team; nothing happens where it is not there. @throws NOT_FOUND, FORBIDDEN. */
export function deleteTeamMember(actor: Actor, path: TeamPath, userId: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const team = await lockTeam(unit, path);
    const wanted = { remove: new Set([userId]) };
    await changeMembers(unit, team, { action: 'deleteMemberFromOrganizationTeamById', wanted });
  });
}

/** Makes a locked team's members what is wanted; what changes nothing leaves no event. */
async function changeMembers(
  unit: UnitOfWork,
  team: Row<'Team'>,
  { action, wanted }: { action: EventAction; wanted: WantedMembers },
): Promise<void> {
  const plan = planMemberships(await presentRoles(unit, team, wanted), wanted);
  if (plan.added.length + plan.changed.length + plan.removed.length === 0) return;
  await write(unit, team, plan);
  const changes = { added: byUser(plan.added), changed: byUser(plan.changed), removed: plan.removed };
  unit.record({ organizationId: team.organizationId, action, targetId: team.id, changes });
}

const byUser = (places: Place[]): Json => Object.fromEntries(places.map(({ userId, role }) => [userId, role]));

async function presentRoles({ tx }: UnitOfWork, { id }: Row<'Team'>, wanted: WantedMembers) {
  const userIds = [...(wanted.add ?? []), ...(wanted.roles?.keys() ?? []), ...(wanted.remove ?? [])];
  const query = tx.read.sql.selectFrom('TeamMember').select(['userId', 'role']).where('teamId', '=', id);
  const rows = await tx.read.all(query.where(tx.read.inList('userId', userIds)));
  return new Map(rows.map(({ userId, role }) => [userId, role]));
}

async function write(
  { tx, at }: UnitOfWork,
  team: Row<'Team'>,
  { added, changed, removed }: MembershipPlan,
): Promise<void> {
  const teamId = team.id;
  bufferDelete(tx, { table: 'TeamMember', where: { teamId }, among: { column: 'userId', values: removed } });
  for (const role of new Set(changed.map((place) => place.role))) {
    const userIds = changed.filter((place) => place.role === role).map(({ userId }) => userId);
    const update = tx.read.sql.updateTable('TeamMember').set({ role }).where('teamId', '=', teamId);
    tx.buffer(update.where(tx.read.inList('userId', userIds)));
  }
  const row = { organizationId: team.organizationId, teamId, createdAt: at };
  await bufferInsertIfFew(tx, { table: 'TeamMember', rows: added.map((place) => ({ ...row, ...place })) });
  bufferUpdate(tx, { table: 'Team', where: { id: teamId }, set: { updatedAt: at } });
}
