import { groupBy } from '../platform/arrays/group-by.js';
import { keyedQuery } from '../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../platform/db/query/loaders.js';
import type { Queries } from '../platform/db/query/queries.js';
import type { RequestAccess } from './place-access.js';
import { can, inScope, type Owned, type OwnedContent } from './policy.js';
import type { Action } from './required-roles.js';
import { roleDecides, type Viewer } from './viewer.js';

/** Properties of a team that determine the access to it. */
export interface OwnedTeam extends Owned {
  id: string;
}

/** Actions on a team. Owners of the team and admins of the organization may do them. */
export type TeamAction = Extract<Action, `team.${string}`>;

/** Loader of the teams that a user owns, by the id of the user. A request loads them in one batch. */
const teamsOwnedByUser: LoaderDefinition<string, readonly OwnedTeam[]> = {
  name: 'teamsOwnedByUser',
  async load(queries, userIds) {
    const byUser = groupBy(await queries.all(ownerships(queries, userIds)), (row) => row.userId);
    return userIds.map((id) => byUser.get(id) ?? []);
  },
};

const ownerships = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('TeamMember')
    .select(['teamId as id', 'organizationId', 'userId'])
    .where('role', '=', 'owner')
    .where(inKeys('userId')),
);

/**
 * Reports whether the viewer may do an action on a team, by its role in the organization or as an owner of the team. It
 * loads the owned teams, and returns a promise, only if the role does not suffice.
 */
export function canOnTeam(
  { viewer, loaders }: RequestAccess,
  action: TeamAction,
  team: OwnedTeam,
): boolean | Promise<boolean> {
  const byRole = can(viewer, action, { organizationId: team.organizationId });
  if (byRole || viewer.kind !== 'user' || roleDecides(viewer, team.organizationId) || !inScope(viewer, action))
    return byRole;
  const owned = loaders.load(teamsOwnedByUser, viewer.userId);
  return owned.then((teams) => can(viewer, action, withRole(viewer, team, teams)));
}

/** Returns the viewer's role on a team: admin for its owners, otherwise the role in the organization. */
export async function roleOnTeam(
  { viewer, loaders }: RequestAccess,
  team: OwnedTeam,
): Promise<Owned & Partial<OwnedContent>> {
  if (viewer.kind !== 'user' || roleDecides(viewer, team.organizationId))
    return { organizationId: team.organizationId };
  return withRole(viewer, team, await loaders.load(teamsOwnedByUser, viewer.userId));
}

/** Returns the same as `roleOnTeam`, but reads in a transaction. */
export async function readRoleOnTeam(
  viewer: Viewer,
  team: OwnedTeam,
  read: Queries,
): Promise<Owned & Partial<OwnedContent>> {
  if (viewer.kind !== 'user' || roleDecides(viewer, team.organizationId))
    return { organizationId: team.organizationId };
  return withRole(viewer, team, await read.all(ownerships(read, [viewer.userId])));
}

/**
 * Returns the role admin if the viewer owns a team of an organization, otherwise null. It reads nothing if the viewer
 * is not a member, because only members own teams.
 */
export async function roleOnOwnTeams(
  { viewer, loaders }: RequestAccess,
  { organizationId }: Owned,
): Promise<OwnedContent> {
  const isMember = viewer.kind === 'user' && viewer.roles.has(organizationId);
  const teams = isMember ? await loaders.load(teamsOwnedByUser, viewer.userId) : [];
  const ownsOne = teams.some((team) => team.organizationId === organizationId);
  return { organizationId, effectiveRole: ownsOne ? 'admin' : null };
}

function withRole(viewer: Viewer & { kind: 'user' }, team: OwnedTeam, owned: readonly OwnedTeam[]): OwnedContent {
  const { id, organizationId } = team;
  const isOwner = owned.some((ownedTeam) => ownedTeam.id === id);
  return { organizationId, effectiveRole: isOwner ? 'admin' : (viewer.roles.get(organizationId) ?? null) };
}
