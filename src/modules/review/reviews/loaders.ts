import { sql } from 'kysely';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { rowsById } from '../../../platform/db/query/by-id.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** Loader of reviews by id. */
export const reviewsById = rowsById('Review');

const requestsQuery = keyedQuery(
  (_queries, inKeys) => sql<Row<'ReviewRequest'>>`select * from "ReviewRequest" where ${inKeys('changeRequestId')}`,
);

/** Loader of review requests by the id of their change request, in no particular order. */
export const reviewRequestsByChangeRequest: LoaderDefinition<string, Row<'ReviewRequest'>[]> = {
  name: 'reviewRequestsOf',
  async load(queries, ids) {
    const rows = await queries.all(requestsQuery(queries, ids));
    const byId = groupBy(rows, ({ changeRequestId }) => changeRequestId);
    return ids.map((id) => byId.get(id) ?? []);
  },
};
