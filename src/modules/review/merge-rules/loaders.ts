import { groupBy } from '../../../platform/arrays/group-by.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';

const reviewsOf = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('Review')
    .innerJoin('ChangeRequest', 'ChangeRequest.id', 'Review.changeRequestId')
    .selectAll('Review')
    .where(inKeys('ChangeRequest.id'))
    .whereRef('Review.edits', '=', 'ChangeRequest.edits')
    .whereRef('Review.reviewerId', '<>', 'ChangeRequest.createdById')
    .orderBy('Review.id'),
);

/**
 * Reviews of a change request that may count, by its id: the latest one of each reviewer, for the current edits.
 * Reviews by the author do not count. Reviews by an agent's token count separately.
 */
export const countedReviewsOf: LoaderDefinition<string, Row<'Review'>[]> = {
  name: 'countedReviewsOf',
  async load(queries, ids) {
    const byId = groupBy(await queries.all(reviewsOf(queries, ids)), ({ changeRequestId }) => changeRequestId);
    return ids.map((id) => [...latest(byId.get(id) ?? [])]);
  },
};

/** Returns the latest review of each reviewer; rows are in the order of creation. */
function latest(reviews: readonly Row<'Review'>[]): Iterable<Row<'Review'>> {
  return new Map(reviews.map((review) => [`${review.reviewerId} ${review.byAgent}`, review])).values();
}

const requestsOf = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('ReviewRequest')
    .select(['changeRequestId', 'userId'])
    .where(inKeys('changeRequestId'))
    .where('answeredAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('userId'),
);

/** Ids of users with an open review request, by the id of the change request. */
export const pendingReviewersOf: LoaderDefinition<string, string[]> = {
  name: 'askedReviewersOf',
  async load(queries, ids) {
    const byId = groupBy(await queries.all(requestsOf(queries, ids)), ({ changeRequestId }) => changeRequestId);
    return ids.map((id) => (byId.get(id) ?? []).map(({ userId }) => userId));
  },
};
