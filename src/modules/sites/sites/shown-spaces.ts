import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '../../../api/graphql/execution/context.js';
import { isInVisibleSpace } from '../../shared/visible.js';

/** The condition that the space of a row of `SiteSpace` is there and the viewer sees it: else the site space is left out. */
export function isShownSpace(context: Context): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "Space" where "Space"."id" = "SiteSpace"."spaceId" and "Space"."deletedAt" is null)
    and ${isInVisibleSpace(context, 'space.view', 'SiteSpace.spaceId')}`;
}
