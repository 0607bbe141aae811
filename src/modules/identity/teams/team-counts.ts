import { type Expression, sql } from 'kysely';
import { grantedCollections, grantedSpaces } from '../../../access/grants.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { isVisibleSpace } from '../../shared/visible.js';

/** Numbers of members and of spaces of a team. */
export interface TeamCounts {
  members: number;
  /**
   * Number of spaces that the team's grants cover, directly or through collections. Counts only spaces that are not
   * deleted and that the viewer may see.
   */
  spaces: number;
}

/**
 * Returns the loader for the counts of teams by team id, as the viewer of the request sees them. One batch reads both
 * counts.
 */
export function teamCounts(context: Context): LoaderDefinition<string, TeamCounts> {
  return context.loaders.once('teamCounts', () => ({
    name: 'teamCounts',
    async load(queries, keys) {
      const query = (teamId: Expression<string>) => countsQuery({ queries, context, teamId });
      const rows = await queries.perKey<TeamCounts>({ keys, query, decode: { members: 'int', spaces: 'int' } });
      return rows.map(([counts]) => counts!);
    },
  }));
}

interface CountsInput {
  queries: Queries;
  context: Context;
  teamId: Expression<string>;
}

function countsQuery({ queries, context, teamId }: CountsInput) {
  const coveredSpaces = sql<string>`${grantedSpaces({ teamId }, 'read')} union all select s."id" from "Space" s
    where s."parentId" in (${grantedCollections({ teamId }, 'read')})`;
  const counts = queries.sql.selectNoFrom(({ selectFrom }) => [
    selectFrom('TeamMember')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('teamId', '=', teamId)
      .as('members'),
    selectFrom('Space')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .where('deletedAt', 'is', null)
      .where(sql<boolean>`"Space"."id" in (${coveredSpaces})`)
      .where(isVisibleSpace(context, 'space.view'))
      .as('spaces'),
  ]);
  return counts.$castTo<TeamCounts>();
}
