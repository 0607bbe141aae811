import { sql } from 'kysely';
import type { Queries } from '../../platform/db/query/queries.js';

/** Returns the ids of the people who wrote a comment or replied to it. */
export async function threadAuthors({ all }: Queries, comment: string): Promise<string[]> {
  const rows = await all(sql<{ userId: string }>`select "postedById" as "userId" from "Comment" where "id" = ${comment}
    union select "postedById" from "Comment" where "threadId" = ${comment}`);
  return rows.map(({ userId }) => userId);
}

/** Returns the ids of the people who opened a change request, reviewed it or were asked to review it. */
export async function participants({ all }: Queries, changeRequest: string): Promise<string[]> {
  const rows = await all(sql<{ userId: string }>`select "createdById" as "userId" from "ChangeRequest"
      where "id" = ${changeRequest}
    union select "reviewerId" from "Review" where "changeRequestId" = ${changeRequest}
    union select "userId" from "ReviewRequest" where "changeRequestId" = ${changeRequest}`);
  return rows.map(({ userId }) => userId);
}
