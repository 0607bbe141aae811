import { keyedQuery } from '../../store/keyed-query.js';
import type { LoaderDefinition } from '../../store/loaders.js';
import type { Row } from '../../store/rows.js';

const byReview = keyedQuery(({ sql }, inKeys) => sql.selectFrom('Comment').selectAll().where(inKeys('reviewId')));

/** The comment of a review, by the review's id; null where it has none. */
export const commentsByReview: LoaderDefinition<string, Row<'Comment'> | null> = {
  name: 'commentsByReview',
  async load(queries, ids) {
    const rows = await queries.all(byReview(queries, ids));
    const byId = new Map(rows.map((row) => [row.reviewId, row]));
    return ids.map((id) => byId.get(id) ?? null);
  },
};
