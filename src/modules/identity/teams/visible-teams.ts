import { type Expression, type SqlBool, sql } from 'kysely';
import { inScope } from '../../../access/policy.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { isVisible } from '../../shared/visible.js';

/**
 * Returns the SQL condition for the rows of `Team` that the viewer may see. The viewer sees the teams of organizations
 * whose teams it may list, and the teams that it owns.
 */
export function isVisibleTeam(context: Context): Expression<SqlBool> {
  const visibleByRole = isVisible(context, 'team.view', 'Team.organizationId');
  const { viewer, read } = context;
  if (viewer.kind !== 'user' || !inScope(viewer, 'team.view')) return visibleByRole;
  const inOwnOrganizations = read.inList('Team.organizationId', [...viewer.roles.keys()]);
  return sql<SqlBool>`(${visibleByRole} or ${inOwnOrganizations} and "Team"."id" in (select m."teamId" from "TeamMember" m
    where m."userId" = ${viewer.userId} and m."role" = 'owner'))`;
}
