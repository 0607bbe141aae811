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
  commentId: string;
  userId: string;
  count: number;
  updatedAt: string;
}

/** A reaction of somebody to a comment. */
export interface Reaction {
  commentId: string;
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
    order by "at", "userId", "emoji"`,
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

/** Who has to do with a comment, and with those that are loaded together with it: one batch, read beside the responses. */
const peopleByComment: LoaderDefinition<string, People> = {
  name: 'peopleByComment',
  async load(queries, ids) {
    const rows = await queries.all(peopleOf(queries, ids));
    const people: People = new Map(rows.map((row) => [row.id, row]));
    return ids.map(() => people);
  },
};

/** A user who has to do with a comment: its author, who settled it, who replied or reacted. */
export async function personOf(
  { loaders }: { loaders: Loaders },
  { commentId, userId }: { commentId: string; userId: string },
): Promise<Row<'User'>> {
  const people = await loaders.get(peopleByComment, commentId);
  // Who replied since the people were read is not among them.
  return people.get(userId) ?? loaders.get(usersById, userId);
}
