import { sql } from 'kysely';
import type { Context } from '../../api/graphql/execution/context.js';
import type { List } from '../../platform/db/query/connections.js';
import type { LoaderDefinition } from '../../platform/db/query/loaders.js';
import type { Row } from '../../platform/db/query/rows.js';
import { viewerKey } from '../shared/visible.js';
import type { LinkRow } from './link-rows.js';
import { hasVisibleSpace, type LinkStatus, linkStatusExpression } from './link-status.js';

/** A row of the link index, with its status for one viewer. */
export interface LinkWithStatus extends LinkRow {
  status: LinkStatus;
}

/** Number of usages by status. */
export type StatusCounts = Record<LinkStatus, number>;

/**
 * Condition that excludes references of computed content to translations, because they are not links on a page. The
 * index contains them for the jobs that update computed content.
 */
const isShown = sql<boolean>`"Link"."kind" <> 'translation'`;

/** Columns of the link index that identify an object, for each type of object that has a list of usages. */
const parents = { Space: ['spaceId'], Page: ['spaceId', 'pageId'] } as const;

/**
 * Lists the usages at the head of a space: those on all pages, or those on one page. The key of the list is the id of
 * the space. In the list of a page, the id of the page follows it.
 */
export function usageList(parent: keyof typeof parents, status: string | null, context: Context): List<LinkWithStatus> {
  return {
    name: `${parent}.links`,
    filters: [viewerKey(context), status],
    order: { columns: ['pageId', 'position'], direction: 'asc' },
    query: (...key) => {
      const linkStatus = linkStatusExpression(context);
      let query = context.read.sql.selectFrom('Link').selectAll('Link').select(linkStatus.as('status')).where(isShown);
      for (const [index, column] of parents[parent].entries()) query = query.where(column, '=', key[index]!);
      return (status === null ? query : query.where(sql<boolean>`${linkStatus} = ${status}`)) as never;
    },
    decode: { status: 'string' } as never,
  };
}

/**
 * Returns the loader that counts the usages at the head by status. Its keys are those of `usageList`. It reads the
 * counts of all spaces or pages of a request in one batch of queries.
 */
export function usageCountsLoader(
  parent: keyof typeof parents,
  context: Context,
): LoaderDefinition<string, StatusCounts> {
  const name = JSON.stringify([`${parent}.links by status`, viewerKey(context)]);
  return context.loaders.once(name, () => ({
    name,
    load: async (queries, keys) => {
      const rows = await queries.perKey<{ status: LinkStatus; number: number }>({
        keys: keys.map((key) => key.split(' ')),
        query: (...key) => {
          let query = queries.sql
            .selectFrom('Link')
            .select(({ fn }) => [linkStatusExpression(context).as('status'), fn.countAll<number>().as('number')])
            .where(isShown)
            .groupBy(sql`1`);
          for (const [index, column] of parents[parent].entries()) query = query.where(column, '=', key[index]!);
          return query as never;
        },
        decode: { status: 'string', number: 'int' } as never,
      });
      return rows.map((counts) => countsFrom(counts));
    },
  }));
}

function countsFrom(rows: { status: LinkStatus; number: number }[]): StatusCounts {
  const counts: StatusCounts = { ok: 0, broken: 0, 'in-app': 0 };
  for (const { status, number } of rows) counts[status] = number;
  return counts;
}

/**
 * A page at the head of a space that refers to an object. The row contains only ids, because the page may be removed
 * from the head before it is read.
 */
export type BacklinkRow = Pick<Row<'Link'>, 'organizationId' | 'spaceId' | 'pageId'> & {
  kind: 'page';
  /** Id of the head revision where the row was found. */
  revisionId: string;
};

/** A page or a file of a space, as the target of references. */
export interface LinkTarget {
  organizationId: string;
  spaceId: string;
  id: string;
}

/** Returns the key of a target for {@link backlinkList}. */
export function linkTargetKey({ id, spaceId, organizationId }: LinkTarget): string {
  return [id, spaceId, organizationId].join(' ');
}

/**
 * Lists the pages that refer to a page or a file, each once, without the page itself. They are at the heads of all
 * spaces of the organization that the viewer sees.
 */
export function backlinkList(context: Context): List<BacklinkRow> {
  return {
    name: 'backlinks',
    filters: [viewerKey(context)],
    order: { columns: ['spaceId', 'pageId'], direction: 'asc' },
    query: (id, spaceId, organizationId) => {
      const pages = sql<BacklinkRow>`(select "Link"."organizationId", "Link"."spaceId", "Link"."pageId", 'page' as "kind",
          (select "Space"."revisionId" from "Space" where "Space"."id" = "Link"."spaceId") as "revisionId" from "Link"
        where "Link"."targetId" = ${id} and "Link"."targetSpaceId" = ${spaceId}
          and "Link"."organizationId" = ${organizationId} and "Link"."pageId" <> ${id}
          and ${hasVisibleSpace(context, 'Link.spaceId')}
        group by "Link"."organizationId", "Link"."spaceId", "Link"."pageId")`;
      return context.read.sql.selectFrom(pages.as('Backlink')).selectAll() as never;
    },
    decode: {
      organizationId: 'string',
      spaceId: 'string',
      pageId: 'string',
      kind: 'string',
      revisionId: 'string',
    } as never,
  };
}
