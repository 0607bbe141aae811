import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { organizationsOf } from '../../access/viewer.js';
import type { Context } from '../../api/graphql/execution/context.js';
import { isVisible, isVisibleCollection, isVisibleSpace } from '../shared/visible.js';

/** Status of a link (`ContentReferenceStatus` of the contract). */
export type LinkStatus = 'ok' | 'broken' | 'in-app';

/**
 * Returns the SQL expression for the status of a row of `Link`, as the viewer sees it. A link to a target outside of
 * the revision is broken if the target does not exist or the viewer may not see it. Headings are looked up in the
 * current content of the target.
 */
export function linkStatusExpression(context: Context): RawBuilder<LinkStatus> {
  const app = appPrefix(context);
  return sql<LinkStatus>`(case "Link"."kind"
    when 'url' then case when substr("Link"."address", 1, ${sql.lit(app.length)}) = ${app} then 'in-app' else 'ok' end
    when 'file' then 'ok'
    when 'page' then ${okIf(pageExists(context))}
    when 'reusable-content' then ${okIf(sql<SqlBool>`"Link"."targetSpaceId" = "Link"."spaceId"`)}
    when 'space' then ${okIf(hasVisibleSpace(context, 'Link.targetId'))}
    when 'collection' then ${okIf(hasVisibleCollection(context))}
    when 'user' then ${okIf(hasVisibleUser(context))}
    when 'openapi' then ${okIf(hasVisibleSpecification(context))}
    else 'broken' end)`;
}

/** Returns the prefix of the URLs of the web app on this server. */
export function appPrefix({ urls }: Context): string {
  return urls.app('');
}

/**
 * Returns the condition that a space exists, is not deleted, and is visible to the viewer. Deleted spaces are excluded
 * even for admins.
 */
export function hasVisibleSpace(context: Context, column: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "Space" where "Space"."id" = ${sql.ref(column)}
    and "Space"."deletedAt" is null and ${isVisibleSpace(context, 'space.view')})`;
}

function okIf(condition: Expression<SqlBool>): Expression<LinkStatus> {
  return sql<LinkStatus>`case when ${condition} then 'ok' else 'broken' end`;
}

/**
 * Returns the condition that the target page exists, and its heading if the link has one. A page of the same space
 * always exists, because the link was resolved in the same revision. A page of another space must be at the head of
 * that space.
 */
function pageExists(context: Context): Expression<SqlBool> {
  const isInOtherSpace = sql<SqlBool>`exists (select 1 from "Page" where "Page"."id" = "Link"."targetId"
    and "Page"."spaceId" = "Link"."targetSpaceId") and ${hasVisibleSpace(context, 'Link.targetSpaceId')}`;
  return sql<SqlBool>`("Link"."targetSpaceId" = "Link"."spaceId" or ${isInOtherSpace})
    and ("Link"."anchorKey" is null or ${hasHeading})`;
}

/**
 * Condition that the anchors of the target page contain the anchor key. It uses `replace`, because `replace` is
 * case-sensitive in both databases.
 */
const hasHeading = sql<SqlBool>`exists (select 1 from "LinkHeadings"
  where "LinkHeadings"."pageId" = "Link"."targetId" and replace("LinkHeadings"."anchors",
    ${sql.lit('\n')} || "Link"."anchorKey" || ${sql.lit('\n')}, '') <> "LinkHeadings"."anchors")`;

function hasVisibleCollection(context: Context): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "Collection" where "Collection"."id" = "Link"."targetId"
    and ${isVisibleCollection(context, 'collection.view')})`;
}

/**
 * Returns the condition that the viewer sees the target specification. A link contains its id or slug, within the
 * organization of the link's space. Id and slug have separate conditions, because SQLite would scan all specifications
 * with a combined condition.
 */
function hasVisibleSpecification(context: Context): Expression<SqlBool> {
  const isNamed = (column: 'id' | 'slug') => sql`exists (select 1 from "Space"
    join "OpenAPISpec" on "OpenAPISpec"."organizationId" = "Space"."organizationId"
      and ${sql.ref(`OpenAPISpec.${column}`)} = "Link"."targetId"
    where "Space"."id" = "Link"."spaceId" and ${isVisible(context, 'openapi.view', 'OpenAPISpec.organizationId')})`;
  return sql<SqlBool>`(${isNamed('id')} or ${isNamed('slug')})`;
}

/** Returns the condition that the target user is a member of one of the viewer's organizations. */
function hasVisibleUser({ viewer, read }: Context): Expression<SqlBool> {
  const own = organizationsOf(viewer);
  const shared = own === null ? sql<SqlBool>`1 = 1` : read.inList('Member.organizationId', own);
  return sql<SqlBool>`exists (select 1 from "Member" where "Member"."userId" = "Link"."targetId" and ${shared})`;
}
