import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '../../../api/graphql/execution/context.js';
import { isInVisibleSpace } from '../../shared/visible.js';

/**
 * Returns the SQL condition that the space of a `SiteSpace` row is not deleted and the viewer can see it. Lists leave
 * out rows that do not meet it.
 */
export function hasVisibleSpace(context: Context): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "Space" where "Space"."id" = "SiteSpace"."spaceId" and "Space"."deletedAt" is null)
    and ${isInVisibleSpace(context, 'space.view', 'SiteSpace.spaceId')}`;
}
