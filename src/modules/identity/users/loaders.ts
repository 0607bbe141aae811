import { groupBy } from '../../../platform/arrays/group-by.js';
import { rowsById } from '../../../platform/db/query/by-id.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';

/** Users by id. */
export const usersById = rowsById('User');

/** Ids of a user's organizations, by the user's id. */
export const organizationIdsOfUser: LoaderDefinition<string, string[]> = {
  name: 'organizationIdsOfUser',
  async load(queries, userIds) {
    const byUser = groupBy(await queries.all(memberships(queries, userIds)), (row) => row.userId);
    return userIds.map((id) => byUser.get(id)?.map((row) => row.organizationId) ?? []);
  },
};

const memberships = keyedQuery(({ sql }, inKeys) =>
  sql.selectFrom('Member').select(['userId', 'organizationId']).where(inKeys('userId')),
);
