import { groupBy } from '../../../platform/arrays/group-by.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';

const reviewsQuery = keyedQuery(({ sql }, inKeys) =>
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
 * Loader of the reviews that count for the merge rules, by the id of the change request. Of each reviewer, only the
 * latest review counts, and only if the content was not edited since. Reviews by the author of the change request do
 * not count. Reviews with a token for an agent count separately from those of its user.
 */
export const countedReviewsByChangeRequest: LoaderDefinition<string, Row<'Review'>[]> = {
  name: 'countedReviewsOf',
  async load(queries, ids) {
    const byId = groupBy(await queries.all(reviewsQuery(queries, ids)), ({ changeRequestId }) => changeRequestId);
    return ids.map((id) => [...latestPerReviewer(byId.get(id) ?? [])]);
  },
};

/** Returns the latest review of each reviewer. `reviews` must be in the order of creation. */
function latestPerReviewer(reviews: readonly Row<'Review'>[]): Iterable<Row<'Review'>> {
  return new Map(reviews.map((review) => [`${review.reviewerId} ${review.byAgent}`, review])).values();
}

const openRequestsQuery = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('ReviewRequest')
    .select(['changeRequestId', 'userId'])
    .where(inKeys('changeRequestId'))
    .where('answeredAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('userId'),
);

/** Loader of the ids of users with an open review request, by the id of the change request. */
export const pendingReviewersByChangeRequest: LoaderDefinition<string, string[]> = {
  name: 'askedReviewersOf',
  async load(queries, ids) {
    const byId = groupBy(await queries.all(openRequestsQuery(queries, ids)), ({ changeRequestId }) => changeRequestId);
    return ids.map((id) => (byId.get(id) ?? []).map(({ userId }) => userId));
  },
};
