import { sql } from 'kysely';
import { badInput, notFound } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsert, bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { findMembers } from '../users/find-members.js';

/** Maximum number of members in one list of a request. */
const maxListedMembers = 250;

/** Ids of a team and of its organization, as in a request. */
export interface TeamPath {
  organization: string;
  team: string;
}

/** Fields of a new team. */
export interface NewTeam {
  organization: string;
  title: string;
  /** Ids of the members to add to the team. */
  members?: string[] | null;
}

/**
 * Creates a team with the listed members. The creator becomes the owner of the team if the list contains the creator.
 * Otherwise the team has no owner, and admins manage it.
 * @returns the team's id
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a user who is not a member of the organization
 */
export function createTeam(actor: Actor, { organization, title, members }: NewTeam): Promise<string> {
  const ids = [...new Set(members)];
  requireListLimit('members', members);
  return runAction(actor, async (unit) => {
    await lockTarget(unit, 'Organization', organization, 'team.create');
    const idsByName = await findMembers(unit.tx, organization, { ids });
    requireMembers(idsByName, members ?? []);
    const id = newId('Team');
    const columns = { title, createdAt: unit.at, updatedAt: unit.at };
    bufferInsert(unit.tx, { table: 'Team', rows: [{ id, organizationId: organization, ...columns }] });
    const memberships = ids.map((userId) => ({ userId, role: userId === unit.actorId ? 'owner' : 'member' }));
    const team = { organizationId: organization, teamId: id, createdAt: unit.at };
    await bufferInsertIfFew(unit.tx, {
      table: 'TeamMember',
      rows: memberships.map((membership) => ({ ...team, ...membership })),
    });
    const changes = { title, members: Object.fromEntries(memberships.map(({ userId, role }) => [userId, role])) };
    unit.record({ organizationId: organization, action: 'createOrganizationTeam', targetId: id, changes });
    return id;
  });
}

function requireMembers(idsByName: ReadonlyMap<string, string>, members: readonly string[]): void {
  for (const [index, id] of members.entries()) {
    if (idsByName.get(id) === id) continue;
    const field = `members[${index}]`;
    throw badInput(field, `\`${field}\` must be the id of a member of the organization (got ${JSON.stringify(id)})`);
  }
}

/** Refuses a list with too many items. @throws BAD_USER_INPUT */
export function requireListLimit(field: string, list: readonly unknown[] | null | undefined): void {
  if ((list?.length ?? 0) > maxListedMembers)
    throw badInput(field, `\`${field}\` must name at most ${maxListedMembers} members (got ${list!.length})`);
}

/** Renames a team. @throws NOT_FOUND, FORBIDDEN. */
export function renameTeam(actor: Actor, path: TeamPath, title: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const { id, organizationId } = await lockTeam(unit, path);
    const set = { title, updatedAt: unit.at };
    bufferUpdate(unit.tx, { table: 'Team', where: { id }, set });
    unit.record({ organizationId, action: 'updateTeamInOrganizationById', targetId: id, changes: { title } });
  });
}

/**
 * Deletes a team with its memberships and grants. Identity providers whose default team it was then have no default
 * team.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function removeTeam(actor: Actor, path: TeamPath): Promise<void> {
  return runAction(actor, async (unit) => {
    await blockNewReferences(unit.tx, path.team);
    const { id, organizationId, title } = await lockTeam(unit, path);
    for (const table of ['SamlProvider', 'OidcProvider'] as const)
      bufferUpdate(unit.tx, { table, where: { defaultTeamId: id }, set: { defaultTeamId: null } });
    bufferDelete(unit.tx, { table: 'Grant', where: { teamId: id } });
    bufferDelete(unit.tx, { table: 'TeamMember', where: { teamId: id } });
    bufferDelete(unit.tx, { table: 'Team', where: { id } });
    unit.record({ organizationId, action: 'removeTeamFromOrganizationById', targetId: id, changes: { title } });
  });
}

/**
 * Waits for open transactions that refer to the team, and blocks new ones, because the team will be deleted. SQLite
 * needs no such lock.
 */
async function blockNewReferences({ read }: Transaction, teamId: string): Promise<void> {
  if (read.provider === 'postgresql') await read.all(sql`select "id" from "Team" where "id" = ${teamId} for update`);
}

/**
 * Locks a team that the viewer manages, as its owner or as an admin, then its organization. The removal of a member
 * from the organization therefore runs either before or after this action.
 * @throws NOT_FOUND, also for a team of another organization; FORBIDDEN
 */
export async function lockTeam(unit: UnitOfWork, { organization, team }: TeamPath): Promise<Row<'Team'>> {
  const row = await lockTarget(unit, 'Team', team, 'team.manage');
  if (row.organizationId !== organization) throw notFound('team', team);
  await unit.tx.lock('Organization', organization);
  return row;
}
