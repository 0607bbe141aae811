import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { organizationsOf } from '../../access/viewer.js';
import type { Context } from '../../api/graphql/execution/context.js';
import { isVisible, isVisibleCollection, isVisibleSpace } from '../shared/visible.js';

/** `ContentReferenceStatus` of the contract. */
export type LinkStatus = 'ok' | 'broken' | 'in-app';

/**
 * The status of a row of `Link`, as its reader may know it: what lies outside the revision and does not exist, or is not the
 * viewer's to see, is broken alike. A heading is looked up where the target has it now.
 */
export function statusOf(context: Context): RawBuilder<LinkStatus> {
  const app = appPrefix(context);
  return sql<LinkStatus>`(case "Link"."kind"
    when 'url' then case when substr("Link"."address", 1, ${sql.lit(app.length)}) = ${app} then 'in-app' else 'ok' end
    when 'file' then 'ok'
    when 'page' then ${okWhere(isPageThere(context))}
    when 'reusable-content' then ${okWhere(sql<SqlBool>`"Link"."targetSpaceId" = "Link"."spaceId"`)}
    when 'space' then ${okWhere(isSpaceSeen(context, 'Link.targetId'))}
    when 'collection' then ${okWhere(isCollectionSeen(context))}
    when 'user' then ${okWhere(isUserSeen(context))}
    when 'openapi' then ${okWhere(isSpecificationSeen(context))}
    else 'broken' end)`;
}

/** Where addresses of the application begin: those of the server itself. */
export function appPrefix({ urls }: Context): string {
  return urls.app('');
}

/** The condition that a space is there and the viewer sees it; deleted ones are not there, to admins neither. */
export function isSpaceSeen(context: Context, column: string): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "Space" where "Space"."id" = ${sql.ref(column)}
    and "Space"."deletedAt" is null and ${isVisibleSpace(context, 'space.view')})`;
}

function okWhere(condition: Expression<SqlBool>): Expression<LinkStatus> {
  return sql<LinkStatus>`case when ${condition} then 'ok' else 'broken' end`;
}

/** What the revision has is there; a page of another space is there where that space's head has it. */
function isPageThere(context: Context): Expression<SqlBool> {
  const elsewhere = sql<SqlBool>`exists (select 1 from "Page" where "Page"."id" = "Link"."targetId"
    and "Page"."spaceId" = "Link"."targetSpaceId") and ${isSpaceSeen(context, 'Link.targetSpaceId')}`;
  return sql<SqlBool>`("Link"."targetSpaceId" = "Link"."spaceId" or ${elsewhere})
    and ("Link"."anchorKey" is null or ${hasHeading})`;
}

/** Keys of headings stand between line breaks; both databases know `replace`, and it minds the case. */
const hasHeading = sql<SqlBool>`exists (select 1 from "LinkHeadings"
  where "LinkHeadings"."pageId" = "Link"."targetId" and replace("LinkHeadings"."anchors",
    ${sql.lit('\n')} || "Link"."anchorKey" || ${sql.lit('\n')}, '') <> "LinkHeadings"."anchors")`;

function isCollectionSeen(context: Context): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "Collection" where "Collection"."id" = "Link"."targetId"
    and ${isVisibleCollection(context, 'collection.view')})`;
}

/**
 * Specifications are named by id or slug, and are those of the organization that the link's space is in. Each name is looked up
 * by itself: of both at once, SQLite goes through all specifications.
 */
function isSpecificationSeen(context: Context): Expression<SqlBool> {
  const isNamed = (column: 'id' | 'slug') => sql`exists (select 1 from "Space"
    join "OpenAPISpec" on "OpenAPISpec"."organizationId" = "Space"."organizationId"
      and ${sql.ref(`OpenAPISpec.${column}`)} = "Link"."targetId"
    where "Space"."id" = "Link"."spaceId" and ${isVisible(context, 'openapi.view', 'OpenAPISpec.organizationId')})`;
  return sql<SqlBool>`(${isNamed('id')} or ${isNamed('slug')})`;
}

/** People are looked up among those of the viewer's own organizations. */
function isUserSeen({ viewer, read }: Context): Expression<SqlBool> {
  const own = organizationsOf(viewer);
  const shared = own === null ? sql<SqlBool>`1 = 1` : read.inList('Member.organizationId', own);
  return sql<SqlBool>`exists (select 1 from "Member" where "Member"."userId" = "Link"."targetId" and ${shared})`;
}
