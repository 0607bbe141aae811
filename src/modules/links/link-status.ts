import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { organizationsOf } from '../../access/viewer.js';
import type { Context } from '../../api/graphql/execution/context.js';
import { isVisible, isVisibleCollection, isVisibleSpace } from '../shared/visible.js';

/** Status of a link (`ContentReferenceStatus` of the contract). */
export type LinkStatus = 'ok' | 'broken' | 'in-app';

/**
 * Computes the status of a row of `Link` for the viewer. A target outside of the revision is broken both if it does not
 * exist and if the viewer may not see it. Headings are checked against the current content of the target.
 */
export function statusOf(context: Context): RawBuilder<LinkStatus> {
  const app = appPrefix(context);
  return sql<LinkStatus>`(case "Link"."kind"
    when 'url' then case when substr("Link"."address", 1, ${sql.lit(app.length)}) = ${app} then 'in-app' else 'ok' end
    when 'file' then 'ok'
    when 'page' then ${okWhere(isPageThere(context))}
    when 'reusable-content' then ${okWhere(sql<SqlBool>`"Link"."targetSpaceId" = "Link"."spaceId"`)}
    when 'space' then ${okWhere(hasVisibleSpace(context, 'Link.targetId'))}
    when 'collection' then ${okWhere(hasVisibleCollection(context))}
    when 'user' then ${okWhere(hasVisibleUser(context))}
    when 'openapi' then ${okWhere(hasVisibleSpecification(context))}
    else 'broken' end)`;
}

/** Returns the URL prefix of the web app, which is the base address of this server. */
export function appPrefix({ urls }: Context): string {
  return urls.app('');
}

/**
 * Returns the condition that a space exists and the viewer sees it. Deleted spaces do not count as existing, not even
 * for admins.
 */
export function hasVisibleSpace(context: Context, column: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "Space" where "Space"."id" = ${sql.ref(column)}
    and "Space"."deletedAt" is null and ${isVisibleSpace(context, 'space.view')})`;
}

function okWhere(condition: Expression<SqlBool>): Expression<LinkStatus> {
  return sql<LinkStatus>`case when ${condition} then 'ok' else 'broken' end`;
}

/**
 * Returns the condition that the target page exists. A page of the same space always exists, because the revision
 * resolved it. A page of another space must be at that space's head.
 */
function isPageThere(context: Context): Expression<SqlBool> {
  const elsewhere = sql<SqlBool>`exists (select 1 from "Page" where "Page"."id" = "Link"."targetId"
    and "Page"."spaceId" = "Link"."targetSpaceId") and ${hasVisibleSpace(context, 'Link.targetSpaceId')}`;
  return sql<SqlBool>`("Link"."targetSpaceId" = "Link"."spaceId" or ${elsewhere})
    and ("Link"."anchorKey" is null or ${hasHeading})`;
}

/** Checks for the anchor key between line breaks. Both databases have a case-sensitive `replace`. */
const hasHeading = sql<SqlBool>`exists (select 1 from "LinkHeadings"
  where "LinkHeadings"."pageId" = "Link"."targetId" and replace("LinkHeadings"."anchors",
    ${sql.lit('\n')} || "Link"."anchorKey" || ${sql.lit('\n')}, '') <> "LinkHeadings"."anchors")`;

function hasVisibleCollection(context: Context): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "Collection" where "Collection"."id" = "Link"."targetId"
    and ${isVisibleCollection(context, 'collection.view')})`;
}

/**
 * Returns the condition that the viewer sees the target specification. Specifications are identified by id or slug,
 * within the organization of the link's space. Id and slug have separate conditions: with a combined condition, SQLite
 * would scan all specifications.
 */
function hasVisibleSpecification(context: Context): Expression<SqlBool> {
  const isNamed = (column: 'id' | 'slug') => sql`exists (select 1 from "Space"
    join "OpenAPISpec" on "OpenAPISpec"."organizationId" = "Space"."organizationId"
      and ${sql.ref(`OpenAPISpec.${column}`)} = "Link"."targetId"
    where "Space"."id" = "Link"."spaceId" and ${isVisible(context, 'openapi.view', 'OpenAPISpec.organizationId')})`;
  return sql<SqlBool>`(${isNamed('id')} or ${isNamed('slug')})`;
}

/** Returns the condition that the target user exists among the members of the viewer's own organizations. */
function hasVisibleUser({ viewer, read }: Context): Expression<SqlBool> {
  const own = organizationsOf(viewer);
  const shared = own === null ? sql<SqlBool>`1 = 1` : read.inList('Member.organizationId', own);
  return sql<SqlBool>`exists (select 1 from "Member" where "Member"."userId" = "Link"."targetId" and ${shared})`;
}
