import { sql } from 'kysely';
import type { Context } from '../../api/graphql/execution/context.js';
import type { List } from '../../platform/db/query/connections.js';
import type { LoaderDefinition } from '../../platform/db/query/loaders.js';
import type { Row } from '../../platform/db/query/rows.js';
import { viewerKey } from '../shared/visible.js';
import type { LinkRow } from './link-rows.js';
import { isSpaceSeen, type LinkStatus, statusOf } from './link-status.js';

/** A row of the link index, as one viewer may know it. */
export interface KnownLink extends LinkRow {
  status: LinkStatus;
}

/** Numbers of usages by status. */
export type StatusCounts = Record<LinkStatus, number>;

/** What a space is computed from is no place that a link leads to: it is in the index for what follows it. */
const isShown = sql<boolean>`"Link"."kind" <> 'translation'`;

/** Lists of usages at the head of a space, and the columns that hold their parent's key. */
const parents = { Space: ['spaceId'], Page: ['spaceId', 'pageId'] } as const;

/** Usages at the head of a space, of all its pages or of one; the parent's key is the space's id, and the page's behind it. */
export function linksOf(parent: keyof typeof parents, status: string | null, context: Context): List<KnownLink> {
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

/** Numbers of usages at the head by status, by the key of the parent: one batch for all parents of a request. */
export function countsOf(parent: keyof typeof parents, context: Context): LoaderDefinition<string, StatusCounts> {
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

/** A page at the head of a space that points at something: a location without the page itself, which the head may lose. */
export type BacklinkRow = Pick<Row<'Link'>, 'organizationId' | 'spaceId' | 'pageId'> & {
  kind: 'page';
  /** The head that the row is of. */
  revisionId: string;
};

/** What is pointed at: a page or a file of a space. */
export interface Pointed {
  organizationId: string;
  spaceId: string;
  id: string;
}

/** The key of what is pointed at, as {@link backlinksOf} takes it. */
export function pointedKey({ id, spaceId, organizationId }: Pointed): string {
  return [id, spaceId, organizationId].join(' ');
}

/**
 * Pages that point at a page or a file, each once and itself left out: of all spaces of the organization that the viewer
 * sees.
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
          and ${isSpaceSeen(context, 'Link.spaceId')}
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
