import { sql } from 'kysely';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { rowsById } from '../../../platform/db/query/by-id.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** Reviews by id. */
export const reviewsById = rowsById('Review');

const requestsOf = keyedQuery(
  (_queries, inKeys) => sql<Row<'ReviewRequest'>>`select * from "ReviewRequest" where ${inKeys('changeRequestId')}`,
);

/** Review requests by the id of their change request, in no particular order. */
export const reviewRequestsOf: LoaderDefinition<string, Row<'ReviewRequest'>[]> = {
  name: 'reviewRequestsOf',
  async load(queries, ids) {
    const rows = await queries.all(requestsOf(queries, ids));
    const byId = groupBy(rows, ({ changeRequestId }) => changeRequestId);
    return ids.map((id) => byId.get(id) ?? []);
  },
};
