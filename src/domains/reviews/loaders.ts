import { sql } from 'kysely';
import { groupBy } from '../../arrays/group-by.js';
import { rowsById } from '../../store/by-id.js';
import { keyedQuery } from '../../store/keyed-query.js';
import type { LoaderDefinition } from '../../store/loaders.js';
import type { Row } from '../../store/rows.js';

/** Reviews by id. */
export const reviewsById = rowsById('Review');

const requestsOf = keyedQuery(
  (_queries, inKeys) => sql<Row<'ReviewRequest'>>`select * from "ReviewRequest" where ${inKeys('changeRequestId')}`,
);

/** Everybody who was asked to review a change request, by its id, in no order. */
export const reviewRequestsOf: LoaderDefinition<string, Row<'ReviewRequest'>[]> = {
  name: 'reviewRequestsOf',
  async load(queries, ids) {
    const rows = await queries.all(requestsOf(queries, ids));
    const byId = groupBy(rows, ({ changeRequestId }) => changeRequestId);
    return ids.map((id) => byId.get(id) ?? []);
  },
};
