import { groupBy } from '../../../platform/arrays/group-by.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { GroupMapping } from './plan-teams.js';

/** A group of a provider, and a team that its members belong to. */
export interface GroupTeam {
  group: string;
  team: string;
}

/** Maximum number of pairs of a group and a team for one provider. */
const maxGroupTeams = 500;

/** Returns the pairs of a group and a team without duplicates. @throws BAD_USER_INPUT for too many pairs */
export function distinctPairs(groups: readonly GroupTeam[]): GroupTeam[] {
  if (groups.length > maxGroupTeams)
    throw badInput('groups', `\`groups\` must have at most ${maxGroupTeams} items (got ${groups.length})`);
  return [...new Map(groups.map(({ group, team }) => [JSON.stringify([group, team]), { group, team }])).values()];
}

/**
 * Checks that the teams belong to the organization.
 * @param teamIds ids of teams of the organization
 * @throws BAD_USER_INPUT for the first team that does not
 */
export function requireTeams(groups: readonly GroupTeam[], teamIds: ReadonlySet<string>): void {
  const index = groups.findIndex(({ team }) => !teamIds.has(team));
  if (index < 0) return;
  const field = `groups[${index}].team`;
  const got = JSON.stringify(groups[index]!.team);
  throw badInput(field, `\`${field}\` must be a team of the organization (got ${got})`);
}

/** Returns the ids of the teams, by the name of the group. */
export function teamsByGroup(groups: readonly GroupTeam[]): GroupMapping['teams'] {
  const byGroup = groupBy(groups, ({ group }) => group);
  return new Map([...byGroup].map(([group, pairs]) => [group, pairs.map(({ team }) => team)]));
}

/** Reads the pairs of a group and a team that are stored for a provider. */
export function readPairs(
  read: Queries,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<GroupTeam[]> {
  return read.all(
    read.sql
      .selectFrom('ProviderGroup')
      .select(['group', 'teamId as team'])
      .where('organizationId', '=', organizationId)
      .where('providerId', '=', id),
  );
}
