import { sql } from 'kysely';
import type { Context } from '../../api/graphql/execution/context.js';
import type { List } from '../../platform/db/query/connections.js';
import type { LoaderDefinition } from '../../platform/db/query/loaders.js';
import type { Row } from '../../platform/db/query/rows.js';
import { viewerKey } from '../shared/visible.js';
import type { LinkRow } from './link-rows.js';
import { hasVisibleSpace, type LinkStatus, statusOf } from './link-status.js';

/** A row of the link index, with its status for one viewer. */
export interface LinkWithStatus extends LinkRow {
  status: LinkStatus;
}

/** Number of usages by status. */
export type StatusCounts = Record<LinkStatus, number>;

/**
 * Condition that excludes the sources of computed spaces, which are not targets of links. The index contains them for
 * jobs that update the dependent spaces.
 */
const isShown = sql<boolean>`"Link"."kind" <> 'translation'`;

/** For each kind of object with a list of usages: the columns that identify it in the link index. */
const parents = { Space: ['spaceId'], Page: ['spaceId', 'pageId'] } as const;

/**
 * Lists usages at the head of a space: those of all its pages, or of one page. The key of a list is the space's id,
 * followed by the page's id in the list of a page.
 */
export function linksOf(parent: keyof typeof parents, status: string | null, context: Context): List<LinkWithStatus> {
  return {
    name: `${parent}.links`,
    filters: [viewerKey(context), status],
    order: { columns: ['pageId', 'position'], direction: 'asc' },
    query: (...key) => {
      const known = statusOf(context);
      let query = context.read.sql.selectFrom('Link').selectAll('Link').select(known.as('status')).where(isShown);
      for (const [index, column] of parents[parent].entries()) query = query.where(column, '=', key[index]!);
      return (status === null ? query : query.where(sql<boolean>`${known} = ${status}`)) as never;
    },
    decode: { status: 'string' } as never,
  };
}

/**
 * Counts usages at the head by status, by the key of the space or page. One batch of queries reads the counts of all
 * spaces and pages of a request.
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
            .select(({ fn }) => [statusOf(context).as('status'), fn.countAll<number>().as('number')])
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
 * A page at the head of a space that refers to an object. It has only the ids of the page, which may be removed from
 * the head in the meantime.
 */
export type BacklinkRow = Pick<Row<'Link'>, 'organizationId' | 'spaceId' | 'pageId'> & {
  kind: 'page';
  /** Id of the head revision in which the row was found. */
  revisionId: string;
};

/** Target of references: a page or a file of a space. */
export interface LinkTarget {
  organizationId: string;
  spaceId: string;
  id: string;
}

/** Returns the key of a target for {@link backlinksOf}. */
export function linkTargetKey({ id, spaceId, organizationId }: LinkTarget): string {
  return [id, spaceId, organizationId].join(' ');
}

/**
 * Lists pages that refer to a page or a file, each once. A page that refers to itself is left out. The list includes
 * all spaces of the organization that the viewer sees.
 */
export function backlinksOf(context: Context): List<BacklinkRow> {
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
