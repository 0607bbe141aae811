import { sql } from 'kysely';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { rowsById } from '../../../platform/db/query/by-id.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition, Loaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { usersById } from '../../identity/users/loaders.js';

/** Loader of comments and replies by id. */
export const commentsById = rowsById('Comment');

const commentsByReviewQuery = keyedQuery(({ sql: from }, inKeys) =>
  from.selectFrom('Comment').selectAll().where(inKeys('reviewId')),
);

/** Loader of the comments of reviews, by the id of the review; null if a review has none. */
export const commentsByReview: LoaderDefinition<string, Row<'Comment'> | null> = {
  name: 'commentsByReview',
  async load(queries, ids) {
    const rows = await queries.all(commentsByReviewQuery(queries, ids));
    const byId = new Map(rows.map((row) => [row.reviewId, row]));
    return ids.map((id) => byId.get(id) ?? null);
  },
};

/** Number of replies of a user to a comment, and the time of the latest reply. */
export interface Replies {
  commentId: string;
  userId: string;
  count: number;
  updatedAt: string;
}

/** A reaction of a user to a comment. */
export interface Reaction {
  commentId: string;
  emoji: string;
  userId: string;
  reactedAt: string;
}

/** Replies and reactions to a comment. */
export interface Responses {
  /** Users who replied, the latest first. */
  repliers: Replies[];
  /** Reactions, the oldest first. */
  reactions: Reaction[];
}

interface ResponseRow {
  commentId: string;
  userId: string;
  /** Emoji of a reaction; null for replies. */
  emoji: string | null;
  count: number;
  at: string;
}

const responsesQuery = keyedQuery(
  (_queries, inKeys) => sql<ResponseRow>`select "threadId" as "commentId", "postedById" as "userId", null as "emoji",
      count(*) as "count", max("postedAt") as "at" from "Comment" where ${inKeys('threadId')} group by "threadId", "postedById"
    union all select "commentId", "userId", "emoji", 1, "reactedAt" from "Reaction" where ${inKeys('commentId')}
    order by "at", "userId", "emoji"`,
);

/**
 * Loader of replies and reactions by the id of the comment. It reads those of all comments in a list in one batch of
 * queries.
 */
export const responsesByComment: LoaderDefinition<string, Responses> = {
  name: 'responsesByComment',
  async load(queries, ids) {
    const rows = await queries.all(responsesQuery(queries, ids), { count: 'int', at: 'datetime' });
    const byComment = groupBy(rows, ({ commentId }) => commentId);
    return ids.map((id) => groupResponses(byComment.get(id) ?? []));
  },
};

function groupResponses(rows: readonly ResponseRow[]): Responses {
  const responses: Responses = { repliers: [], reactions: [] };
  for (const { commentId, userId, emoji, count, at } of rows) {
    if (emoji === null) responses.repliers.unshift({ commentId, userId, count, updatedAt: at });
    else responses.reactions.push({ commentId, emoji, userId, reactedAt: at });
  }
  return responses;
}

const relatedUsersQuery = keyedQuery(({ sql: from }, inKeys) => {
  const authors = from.selectFrom('Comment').select('postedById as userId').where(inKeys('id'));
  const resolvers = from.selectFrom('Comment').select('resolvedById as userId').where(inKeys('id'));
  const repliers = from.selectFrom('Comment').select('postedById as userId').where(inKeys('threadId'));
  const reactors = from.selectFrom('Reaction').select('userId').where(inKeys('commentId'));
  const all = authors.union(resolvers.$castTo<{ userId: string }>()).union(repliers).union(reactors);
  return from.selectFrom('User').selectAll().where('id', 'in', all);
});

type UsersById = ReadonlyMap<string, Row<'User'>>;

/**
 * Loader of the users that are related to a comment; see `findRelatedUser`. The result also contains the related users
 * of the comments that are loaded together with it. The query runs in the same batch as the query for the replies and
 * reactions.
 */
const relatedUsersByComment: LoaderDefinition<string, UsersById> = {
  name: 'peopleByComment',
  async load(queries, ids) {
    const rows = await queries.all(relatedUsersQuery(queries, ids));
    const relatedUsers: UsersById = new Map(rows.map((row) => [row.id, row]));
    return ids.map(() => relatedUsers);
  },
};

/**
 * Returns a user that is related to a comment: its author, the user who resolved it, or a user who replied or reacted.
 */
export async function findRelatedUser(
  { loaders }: { loaders: Loaders },
  { commentId, userId }: { commentId: string; userId: string },
): Promise<Row<'User'>> {
  const relatedUsers = await loaders.get(relatedUsersByComment, commentId);
  // If a user replied after the users were read, the user is missing in `relatedUsers`.
  return relatedUsers.get(userId) ?? loaders.get(usersById, userId);
}
