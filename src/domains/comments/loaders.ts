import { sql } from 'kysely';
import { groupBy } from '../../arrays/group-by.js';
import { rowsById } from '../../store/by-id.js';
import { keyedQuery } from '../../store/keyed-query.js';
import type { LoaderDefinition } from '../../store/loaders.js';
import type { Row } from '../../store/rows.js';

/** Comments and replies by id. */
export const commentsById = rowsById('Comment');

const byReview = keyedQuery(({ sql: from }, inKeys) =>
  from.selectFrom('Comment').selectAll().where(inKeys('reviewId')),
);

/** The comment of a review, by the review's id; null where it has none. */
export const commentsByReview: LoaderDefinition<string, Row<'Comment'> | null> = {
  name: 'commentsByReview',
  async load(queries, ids) {
    const rows = await queries.all(byReview(queries, ids));
    const byId = new Map(rows.map((row) => [row.reviewId, row]));
    return ids.map((id) => byId.get(id) ?? null);
  },
};

/** Somebody who replied to a comment: how often, and when they did last. */
export interface Replies {
  userId: string;
  count: number;
  updatedAt: string;
}

/** A reaction of somebody to a comment. */
export interface Reaction {
  emoji: string;
  userId: string;
  reactedAt: string;
}

/** What others had to say to a comment. */
export interface Responses {
  /** Who replied, the latest first. */
  repliers: Replies[];
  /** The oldest first. */
  reactions: Reaction[];
}

interface ResponseRow {
  commentId: string;
  userId: string;
  /** Null for replies. */
  emoji: string | null;
  count: number;
  at: string;
}

const responsesTo = keyedQuery(
  (_queries, inKeys) => sql<ResponseRow>`select "threadId" as "commentId", "postedById" as "userId", null as "emoji",
      count(*) as "count", max("postedAt") as "at" from "Comment" where ${inKeys('threadId')} group by "threadId", "postedById"
    union all select "commentId", "userId", "emoji", 1, "reactedAt" from "Reaction" where ${inKeys('commentId')}
    order by "at", "userId"`,
);

/** What others had to say to a comment, by its id: one batch for all that a list of comments tells of it. */
export const responsesByComment: LoaderDefinition<string, Responses> = {
  name: 'responsesByComment',
  async load(queries, ids) {
    const rows = await queries.all(responsesTo(queries, ids), { count: 'int', at: 'datetime' });
    const byComment = groupBy(rows, ({ commentId }) => commentId);
    return ids.map((id) => responsesIn(byComment.get(id) ?? []));
  },
};

function responsesIn(rows: readonly ResponseRow[]): Responses {
  const responses: Responses = { repliers: [], reactions: [] };
  for (const { userId, emoji, count, at } of rows) {
    if (emoji === null) responses.repliers.unshift({ userId, count, updatedAt: at });
    else responses.reactions.push({ emoji, userId, reactedAt: at });
  }
  return responses;
}
