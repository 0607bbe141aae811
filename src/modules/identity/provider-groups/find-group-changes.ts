import { sql } from 'kysely';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { AppError, notFound } from '../../../platform/base/errors.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { flatMapYielding } from '../../../platform/workers/event-loop.js';
import { distinctPairs, type GroupTeam, readPairs, requireTeams, teamsByGroup } from '../sso/group-mapping.js';
import { type GroupMapping, type GroupMode, planTeams, type TeamChanges } from '../sso/plan-teams.js';
import type { ProviderPath } from '../sso/provider-actions.js';
import { type ProviderKind, providerKinds } from '../sso/provider-kinds.js';
import { providerTable } from './group-actions.js';

/** Changes of the teams of one user. */
export interface PersonChange extends TeamChanges {
  id: string;
}

/** A mode and groups to try out; absent values are those stored for the provider. */
interface GroupPreview {
  mode?: string | null | undefined;
  groups?: readonly GroupTeam[] | null | undefined;
}

/**
 * Finds the users whose teams would change if all people of a provider signed in again with the groups of their last
 * sign-in. The newest user comes first. It runs at most four statements. Disabled members, who cannot sign in, are left
 * out.
 * @throws NOT_FOUND; BAD_USER_INPUT as in `setProviderGroups`; CONFLICT for over 20,000 people
 */
export async function findGroupChanges(
  read: Queries,
  { organization, provider }: ProviderPath,
  { mode, groups }: GroupPreview,
): Promise<PersonChange[]> {
  const storedProvider = await findProvider(read, organization, provider);
  const pairs = groups ? await checkedPairs(read, organization, groups) : await readPairs(read, storedProvider);
  const mapping = { mode: (mode ?? storedProvider.groupMode) as GroupMode, teams: teamsByGroup(pairs) };
  if (mapping.teams.size === 0) return [];
  const people = await readPeople(read, storedProvider);
  return compareTeams(people, mapping, await rolesInTeams(read, organization, mapping));
}

interface FoundProvider {
  kind: ProviderKind;
  id: string;
  organizationId: string;
  groupMode: string;
}

async function findProvider(read: Queries, organizationId: string, id: string): Promise<FoundProvider> {
  const table = providerTable(id);
  const kind = table === 'SamlProvider' ? 'saml' : 'oidc';
  const query = read.sql.selectFrom(table).select(['id', 'organizationId', 'groupMode']).where('id', '=', id);
  const provider = await read.first(query.where('organizationId', '=', organizationId));
  if (!provider) throw notFound('identity provider', id);
  return { ...provider, kind };
}

async function checkedPairs(read: Queries, organizationId: string, groups: readonly GroupTeam[]): Promise<GroupTeam[]> {
  const pairs = distinctPairs(groups);
  const query = read.sql.selectFrom('Team').select('id').where('organizationId', '=', organizationId);
  const ids = pairs.map(({ team }) => team);
  const teams = await read.all(query.where(read.inList('id', ids)));
  requireTeams(groups, new Set(teams.map(({ id }) => id)));
  return pairs;
}

/** A user, and the groups of the user's last sign-in. */
interface PersonGroups {
  userId: string;
  groups: string[];
}

/** Maximum number of people whose groups are compared in memory. */
const maxPeople = 20_000;

async function readPeople(read: Queries, { kind, id, organizationId }: FoundProvider): Promise<PersonGroups[]> {
  const query = sql<PersonGroups>`select "identity"."userId", "identity"."groups"
    from ${sql.table(providerKinds[kind].identities)} as "identity"
    join "Member" on "Member"."organizationId" = ${organizationId} and "Member"."userId" = "identity"."userId"
    where "identity"."providerId" = ${id} and "identity"."groups" is not null and not "Member"."disabled"
    limit ${maxPeople + 1}`;
  const people = await read.all(query, { groups: 'json' });
  if (people.length <= maxPeople) return people;
  const message = `Cannot compare the groups of over ${maxPeople} people. Set the mode \`ADDITIVE\`, which removes nobody`;
  throw new AppError('CONFLICT', message);
}

/** Roles of people in the teams that groups map to: by user id, then by the id of the team. */
type RolesByUser = ReadonlyMap<string, ReadonlyMap<string, string>>;

async function rolesInTeams(read: Queries, organizationId: string, { teams }: GroupMapping): Promise<RolesByUser> {
  const query = read.sql.selectFrom('TeamMember').select(['teamId', 'userId', 'role']);
  const ids = [...new Set([...teams.values()].flat())];
  const rows = await read.all(query.where('organizationId', '=', organizationId).where(read.inList('teamId', ids)));
  const byUser = groupBy(rows, ({ userId }) => userId);
  return new Map(
    [...byUser].map(([id, memberships]) => [id, new Map(memberships.map(({ teamId, role }) => [teamId, role]))]),
  );
}

async function compareTeams(people: PersonGroups[], mapping: GroupMapping, roles: RolesByUser) {
  const changes = await flatMapYielding(people, ({ userId, groups }): PersonChange[] => {
    const { gains, loses } = planTeams(mapping, groups, roles.get(userId) ?? new Map());
    return gains.length + loses.length === 0 ? [] : [{ id: userId, gains, loses }];
  });
  return changes.sort((a, b) => (a.id < b.id ? 1 : -1));
}
