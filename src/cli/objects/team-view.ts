import { notFound } from '../../platform/base/errors.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { countRows } from './count-rows.js';
import { lastEvent } from './last-event.js';

/** Maximum number of members that `team show` prints. */
const maxMembers = 100;

/** Returns a team with its members, and numbers of its grants and provider groups. @throws NOT_FOUND */
export async function viewTeam(read: Queries, teamId: string): Promise<object> {
  const row = await read.first(teamQuery(read, teamId));
  if (!row) throw notFound('team', teamId);
  const { organizationId, organizationTitle, ...team } = row;
  const [counts, newestMembers, lastChange] = await Promise.all([
    countRows(read, {
      members: ['TeamMember', { teamId }],
      grants: ['Grant', { teamId }],
      providerGroups: ['ProviderGroup', { teamId }],
    }),
    readMembers(read, teamId),
    lastEvent(read, { organizationId, targetId: teamId }),
  ]);
  return {
    ...team,
    organization: { id: organizationId, title: organizationTitle },
    ...counts,
    newestMembers,
    lastChange,
  };
}

function teamQuery(read: Queries, id: string) {
  return read.sql
    .selectFrom('Team')
    .innerJoin('Organization', 'Organization.id', 'Team.organizationId')
    .select(['Team.id', 'Team.title', 'Team.createdAt', 'Team.updatedAt'])
    .select(['Team.organizationId', 'Organization.title as organizationTitle'])
    .where('Team.id', '=', id);
}

function readMembers(read: Queries, teamId: string) {
  const query = read.sql
    .selectFrom('TeamMember')
    .innerJoin('User', 'User.id', 'TeamMember.userId')
    .select(['User.id', 'User.displayName', 'User.email', 'TeamMember.role'])
    .where('TeamMember.teamId', '=', teamId);
  return read.all(query.orderBy('User.id', 'desc').limit(maxMembers));
}
