import { type Expression, type SqlBool, sql } from 'kysely';
import { inScope } from '../../../access/policy.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { isVisible } from '../../shared/visible.js';

/** Returns the condition that rows of `Team` are visible: to viewers who may see teams, and to the owners of a team. */
export function isVisibleTeam(context: Context): Expression<SqlBool> {
  const byRole = isVisible(context, 'team.view', 'Team.organizationId');
  const { viewer, read } = context;
  if (viewer.kind !== 'user' || !inScope(viewer, 'team.view')) return byRole;
  const inOwn = read.inList('Team.organizationId', [...viewer.roles.keys()]);
  return sql<SqlBool>`(${byRole} or ${inOwn} and "Team"."id" in (select m."teamId" from "TeamMember" m
    where m."userId" = ${viewer.userId} and m."role" = 'owner'))`;
}
