import { sql } from 'kysely';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { rowsById } from '../../../platform/db/query/by-id.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition, Loaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { usersById } from '../../identity/users/loaders.js';

/** Comments and replies by id. */
export const commentsById = rowsById('Comment');

const byReview = keyedQuery(({ sql: from }, inKeys) =>
  from.selectFrom('Comment').selectAll().where(inKeys('reviewId')),
);

/** Comments of reviews, by the review's id; null if a review has none. */
export const commentsByReview: LoaderDefinition<string, Row<'Comment'> | null> = {
  name: 'commentsByReview',
  async load(queries, ids) {
    const rows = await queries.all(byReview(queries, ids));
    const byId = new Map(rows.map((row) => [row.reviewId, row]));
    return ids.map((id) => byId.get(id) ?? null);
  },
};

/** Replies of a user to a comment: their number, and the time of the latest. */
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

const responsesTo = keyedQuery(
  (_queries, inKeys) => sql<ResponseRow>`select "threadId" as "commentId", "postedById" as "userId", null as "emoji",
      count(*) as "count", max("postedAt") as "at" from "Comment" where ${inKeys('threadId')} group by "threadId", "postedById"
    union all select "commentId", "userId", "emoji", 1, "reactedAt" from "Reaction" where ${inKeys('commentId')}
    order by "at", "userId", "emoji"`,
);

/**
 * Replies and reactions by the comment's id. One batch of queries serves all fields of a list of comments that need
 * them.
 */
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
  for (const { commentId, userId, emoji, count, at } of rows) {
    if (emoji === null) responses.repliers.unshift({ commentId, userId, count, updatedAt: at });
    else responses.reactions.push({ commentId, emoji, userId, reactedAt: at });
  }
  return responses;
}

const peopleOf = keyedQuery(({ sql: from }, inKeys) => {
  const authors = from.selectFrom('Comment').select('postedById as userId').where(inKeys('id'));
  const settlers = from.selectFrom('Comment').select('resolvedById as userId').where(inKeys('id'));
  const repliers = from.selectFrom('Comment').select('postedById as userId').where(inKeys('threadId'));
  const reacting = from.selectFrom('Reaction').select('userId').where(inKeys('commentId'));
  const all = authors.union(settlers.$castTo<{ userId: string }>()).union(repliers).union(reacting);
  return from.selectFrom('User').selectAll().where('id', 'in', all);
});

type People = ReadonlyMap<string, Row<'User'>>;

/**
 * Users related to a comment, and to the comments that are loaded together with it. They are loaded in the same batch
 * as the replies and reactions.
 */
const peopleByComment: LoaderDefinition<string, People> = {
  name: 'peopleByComment',
  async load(queries, ids) {
    const rows = await queries.all(peopleOf(queries, ids));
    const people: People = new Map(rows.map((row) => [row.id, row]));
    return ids.map(() => people);
  },
};

/** Returns a user related to a comment: its author, the user who resolved it, or one who replied or reacted. */
export async function personOf(
  { loaders }: { loaders: Loaders },
  { commentId, userId }: { commentId: string; userId: string },
): Promise<Row<'User'>> {
  const people = await loaders.get(peopleByComment, commentId);
  // If a user replied after the users were read, the user is missing in `people`.
  return people.get(userId) ?? loaders.get(usersById, userId);
}
