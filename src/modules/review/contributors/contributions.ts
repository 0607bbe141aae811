import { type Expression, sql } from 'kysely';
import type { Queries } from '../../../platform/db/query/queries.js';

/** What somebody contributed to a change request, of one kind. */
export interface Contribution {
  userId: string;
  /** `edit`: revisions of its content; `comment`: comments on it and replies, those of reviews among them. */
  actionType: string;
  /** How many. */
  count: number;
  /** When the latest was made. */
  updatedAt: string;
}

/** Kinds of the computed columns. */
export const contributionColumns = { count: 'int', updatedAt: 'datetime' } as const;

/** Who contributed to a change request, a row for each person and kind. Taking in what the space has is no contribution. */
export function contributionsTo({ sql: from }: Pick<Queries, 'sql'>, changeRequestId: Expression<string>) {
  const rows = sql<Contribution>`(select "authorId" as "userId", 'edit' as "actionType", count(*) as "count",
      max("createdAt") as "updatedAt" from "Revision"
      where "changeRequestId" = ${changeRequestId} and "type" <> 'update' group by "authorId"
    union all select "postedById", 'comment', count(*), max("postedAt") from "Comment"
      where "changeRequestId" = ${changeRequestId} group by "postedById")`;
  return from.selectFrom(rows.as('Contribution')).selectAll();
}

/** Whether somebody contributed to the change request of a row, as a condition. */
export function hasContributed(userId: string) {
  const here = sql`"changeRequestId" = "ChangeRequest"."id"`;
  return sql<boolean>`(exists (select 1 from "Revision" where ${here} and "authorId" = ${userId} and "type" <> 'update')
    or exists (select 1 from "Comment" where ${here} and "postedById" = ${userId}))`;
}
