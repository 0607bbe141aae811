import { type Expression, sql } from 'kysely';
import type { Queries } from '../../../platform/db/query/queries.js';

/** All contributions of one kind that a user made to a change request. */
export interface Contribution {
  userId: string;
  /**
   * `edit` for revisions of the content of the change request. `comment` for comments on the change request and
   * replies, including comments of reviews.
   */
  actionType: string;
  /** Number of contributions. */
  count: number;
  /** Time of the latest contribution. */
  updatedAt: string;
}

/** Types of the columns that the query computes. */
export const contributionColumns = { count: 'int', updatedAt: 'datetime' } as const;

/**
 * Selects the contributions to a change request, one row for each user and kind. Updates of the change request from the
 * head of its space do not count.
 */
export function contributionsTo({ sql: from }: Pick<Queries, 'sql'>, changeRequestId: Expression<string>) {
  const rows = sql<Contribution>`(select "authorId" as "userId", 'edit' as "actionType",
      cast(count(*) + coalesce(sum("removedEdits"), 0) as integer) as "count",
      max("createdAt") as "updatedAt" from "Revision"
      where "changeRequestId" = ${changeRequestId} and "type" <> 'update' group by "authorId"
    union all select "postedById", 'comment', count(*), max("postedAt") from "Comment"
      where "changeRequestId" = ${changeRequestId} group by "postedById")`;
  return from.selectFrom(rows.as('Contribution')).selectAll();
}

/** Returns the SQL condition that a user contributed to the change request of a row. */
export function hasContributed(userId: string) {
  const ofChangeRequest = sql`"changeRequestId" = "ChangeRequest"."id"`;
  return sql<boolean>`(exists (select 1 from "Revision" where ${ofChangeRequest} and "authorId" = ${userId} and "type" <> 'update')
    or exists (select 1 from "Comment" where ${ofChangeRequest} and "postedById" = ${userId}))`;
}
