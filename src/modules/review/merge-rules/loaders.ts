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
 * The reviews of a change request that may count, by its id: of what it proposes now, by others than its author, of each
 * reviewer the latest; what an agent's token wrote stands apart.
 */
export const countedReviewsOf: LoaderDefinition<string, Row<'Review'>[]> = {
  name: 'countedReviewsOf',
  async load(queries, ids) {
    const byId = groupBy(await queries.all(reviewsOf(queries, ids)), ({ changeRequestId }) => changeRequestId);
    return ids.map((id) => [...latest(byId.get(id) ?? [])]);
  },
};

/** Rows come in the order in which they were written. */
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

/** Ids of those who were asked to review a change request and have not, by its id. */
export const askedReviewersOf: LoaderDefinition<string, string[]> = {
  name: 'askedReviewersOf',
  async load(queries, ids) {
    const byId = groupBy(await queries.all(requestsOf(queries, ids)), ({ changeRequestId }) => changeRequestId);
    return ids.map((id) => (byId.get(id) ?? []).map(({ userId }) => userId));
  },
};
