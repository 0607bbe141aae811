import { AppError } from '../../platform/base/errors.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { countRows } from './count-rows.js';
import { lastEvent } from './last-event.js';

/** Key of a member. */
export interface MemberKey {
  organizationId: string;
  userId: string;
}

/** Returns a member with its role, teams, number of grants and last action. @throws NOT_FOUND */
export async function viewMember(read: Queries, key: MemberKey): Promise<object> {
  const { organizationId, userId } = key;
  const row = await read.first(memberQuery(read, key));
  if (!row) throw new AppError('NOT_FOUND', `The organization ${organizationId} has no member ${userId}`);
  const { organizationTitle, role, ...member } = row;
  const [counts, teams, lastAction] = await Promise.all([
    countRows(read, { grants: ['Grant', { organizationId, userId }] }),
    readTeams(read, key),
    lastEvent(read, { organizationId, actorId: userId }),
  ]);
  const organization = { id: organizationId, title: organizationTitle };
  return { ...member, organization, role: role ?? 'guest', ...counts, teams, lastAction };
}

function memberQuery(read: Queries, { organizationId, userId }: MemberKey) {
  return read.sql
    .selectFrom('Member')
    .innerJoin('User', 'User.id', 'Member.userId')
    .innerJoin('Organization', 'Organization.id', 'Member.organizationId')
    .select(['User.id', 'User.displayName', 'User.email', 'Member.role', 'Member.disabled', 'Member.sso'])
    .select(['Member.joinedAt', 'Member.lastSeenAt', 'Organization.title as organizationTitle'])
    .where('Member.organizationId', '=', organizationId)
    .where('Member.userId', '=', userId);
}

function readTeams(read: Queries, { organizationId, userId }: MemberKey) {
  const query = read.sql
    .selectFrom('TeamMember')
    .innerJoin('Team', 'Team.id', 'TeamMember.teamId')
    .select(['Team.id', 'Team.title', 'TeamMember.role'])
    .where('TeamMember.userId', '=', userId)
    .where('TeamMember.organizationId', '=', organizationId);
  return read.all(query.orderBy('Team.id', 'desc'));
}
