import { authorize } from '../../../access/policy.js';
import type { Json } from '../../../engine/base/types.js';
import { badInput, notFound } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { EventAction } from '../../shared/event-actions.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { findMembers, type MemberNames } from '../users/find-members.js';
import { lockTeam, requireListLimit, type TeamPath } from './actions.js';
import { type MembershipEdits, type MembershipPlan, planMemberships, type TeamMembership } from './membership-plan.js';

/** Changes of a team's members. Each list has at most 250 items. */
export interface MemberChanges {
  /** Ids or e-mail addresses of users to add. */
  add?: string[] | null;
  /** Roles by user id. If a user is listed twice, the later role counts. */
  memberships?: { user: string; role: string }[] | null;
  /** Ids or e-mail addresses of users to remove. This list takes precedence over the other two. */
  remove?: string[] | null;
}

/**
 * Changes several members of a team, all or none. E-mail addresses require the right to see members; otherwise a caller
 * could find out which addresses members have. Users to remove who are not in the team are ignored.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT if a user to add, or to give a role, is not a member of the organization
 */
export function updateTeamMembers(actor: Actor, path: TeamPath, changes: MemberChanges): Promise<void> {
  const { add, memberships, remove } = changes;
  for (const [field, list] of Object.entries({ add, memberships, remove })) requireListLimit(field, list);
  return runAction(actor, async (unit) => {
    const team = await lockTeam(unit, path);
    const names = memberNamesIn(changes);
    if (names.emails.length > 0) authorize(unit.viewer, 'member.view', { organizationId: team.organizationId });
    const idsByName = await findMembers(unit.tx, team.organizationId, names);
    const edits = resolveEdits(changes, idsByName);
    await changeMembers(unit, team, { action: 'updateMembersInOrganizationTeam', edits });
  });
}

function memberNamesIn({ add, memberships, remove }: MemberChanges): Required<MemberNames> {
  const namesInLists = [...(add ?? []), ...(remove ?? [])];
  const users = (memberships ?? []).map(({ user }) => user);
  return { ids: [...users, ...namesInLists.filter((name) => !isEmail(name))], emails: namesInLists.filter(isEmail) };
}

/** Reports whether a text is an e-mail address, not a user id. Every address contains an at sign; no id does. */
const isEmail = (name: string): boolean => name.includes('@');

function resolveEdits(
  { add, memberships, remove }: MemberChanges,
  idsByName: ReadonlyMap<string, string>,
): MembershipEdits {
  const added = (add ?? []).map((name, index) => {
    const userId = idsByName.get(name);
    if (userId === undefined) throw noMemberError(`add[${index}]`, 'the id or e-mail address', name);
    return userId;
  });
  const roles = (memberships ?? []).map(({ user, role }) => {
    if (idsByName.get(user) !== user) throw noMemberError('memberships', 'a map whose keys are each the id', user);
    return [user, role] as const;
  });
  const removed = (remove ?? []).flatMap((name) => idsByName.get(name) ?? []);
  return { add: added, roles: new Map(roles), remove: new Set(removed) };
}

function noMemberError(field: string, expected: string, name: string) {
  return badInput(
    field,
    `\`${field}\` must be ${expected} of a member of the organization (got ${JSON.stringify(name)})`,
  );
}

/**
 * Adds a member to a team, or changes its role there. Without a role, an existing member keeps its role, and a new one
 * becomes `member`.
 * @throws NOT_FOUND, also for a user who is not a member of the organization; FORBIDDEN
 */
export function addTeamMember(
  actor: Actor,
  path: TeamPath,
  { userId, role }: { userId: string; role?: string | null },
): Promise<void> {
  return runAction(actor, async (unit) => {
    const team = await lockTeam(unit, path);
    const idsByName = await findMembers(unit.tx, team.organizationId, { ids: [userId] });
    if (!idsByName.has(userId)) throw notFound('member', userId);
    const edits = { add: [userId], roles: new Map(role == null ? [] : [[userId, role]]) };
    await changeMembers(unit, team, { action: 'addMemberToOrganizationTeamById', edits });
  });
}

/** Removes a member from a team; does nothing if it is not in the team. @throws NOT_FOUND, FORBIDDEN */
export function deleteTeamMember(actor: Actor, path: TeamPath, userId: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const team = await lockTeam(unit, path);
    const edits = { remove: new Set([userId]) };
    await changeMembers(unit, team, { action: 'deleteMemberFromOrganizationTeamById', edits });
  });
}

/** Applies changes to the members of a locked team. It records no event if nothing changes. */
async function changeMembers(
  unit: UnitOfWork,
  team: Row<'Team'>,
  { action, edits }: { action: EventAction; edits: MembershipEdits },
): Promise<void> {
  const plan = planMemberships(await readCurrentRoles(unit, team, edits), edits);
  if (plan.added.length + plan.changed.length + plan.removed.length === 0) return;
  await writePlan(unit, team, plan);
  const changes = { added: rolesByUser(plan.added), changed: rolesByUser(plan.changed), removed: plan.removed };
  unit.record({ organizationId: team.organizationId, action, targetId: team.id, changes });
}

const rolesByUser = (memberships: TeamMembership[]): Json =>
  Object.fromEntries(memberships.map(({ userId, role }) => [userId, role]));

async function readCurrentRoles({ tx }: UnitOfWork, { id }: Row<'Team'>, edits: MembershipEdits) {
  const userIds = [...(edits.add ?? []), ...(edits.roles?.keys() ?? []), ...(edits.remove ?? [])];
  const query = tx.read.sql.selectFrom('TeamMember').select(['userId', 'role']).where('teamId', '=', id);
  const rows = await tx.read.all(query.where(tx.read.inList('userId', userIds)));
  return new Map(rows.map(({ userId, role }) => [userId, role]));
}

async function writePlan(
  { tx, at }: UnitOfWork,
  team: Row<'Team'>,
  { added, changed, removed }: MembershipPlan,
): Promise<void> {
  const teamId = team.id;
  bufferDelete(tx, { table: 'TeamMember', where: { teamId }, inList: { column: 'userId', values: removed } });
  for (const role of new Set(changed.map((membership) => membership.role))) {
    const userIds = changed.filter((membership) => membership.role === role).map(({ userId }) => userId);
    const update = tx.read.sql.updateTable('TeamMember').set({ role }).where('teamId', '=', teamId);
    tx.buffer(update.where(tx.read.inList('userId', userIds)));
  }
  const row = { organizationId: team.organizationId, teamId, createdAt: at };
  await bufferInsertIfFew(tx, { table: 'TeamMember', rows: added.map((membership) => ({ ...row, ...membership })) });
  bufferUpdate(tx, { table: 'Team', where: { id: teamId }, set: { updatedAt: at } });
}
