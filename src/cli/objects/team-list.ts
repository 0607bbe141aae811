import { containsFolded } from '../../modules/shared/text-match.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { PageRequest } from './read-pages.js';

/** A team as the command line lists it. */
export interface ListedTeam extends Pick<Row<'Team'>, 'id' | 'title' | 'createdAt' | 'updatedAt'> {
  /** Number of members of the team. */
  members: number;
}

/** Returns teams of an organization, newest first. */
export async function listTeams(
  read: Queries,
  organization: string,
  { search, limit, after }: PageRequest,
): Promise<ListedTeam[]> {
  let query = read.sql
    .selectFrom('Team')
    .select(['id', 'title'])
    .select(({ selectFrom }) =>
      selectFrom('TeamMember')
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .whereRef('TeamMember.teamId', '=', 'Team.id')
        .as('members'),
    )
    .select(['createdAt', 'updatedAt'])
    .where('organizationId', '=', organization);
  if (search !== undefined) query = query.where(containsFolded(read, 'titleKey', search));
  if (after !== undefined) query = query.where('id', '<', after);
  return read.all(query.orderBy('id', 'desc').limit(limit).$castTo<ListedTeam>(), { members: 'int' });
}
