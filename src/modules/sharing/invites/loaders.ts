import { groupBy } from '../../../platform/arrays/group-by.js';
import { rowsById } from '../../../platform/db/query/by-id.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';

/** Invite links by id. */
export const inviteLinksById = rowsById('InviteLink');

/** Oldest link to an organization for each role that has one (null for guests), by the organization's id. */
export const oldestLinks: LoaderDefinition<string, ReadonlyMap<string | null, string>> = {
  name: 'oldestLinks',
  async load(queries, organizationIds) {
    const rows = await queries.all(linksByAge(queries, organizationIds));
    const byOrganization = groupBy(rows, (row) => row.organizationId);
    return organizationIds.map((id) => {
      const newestFirst = (byOrganization.get(id) ?? []).map(({ role, id }) => [role, id] as const);
      return new Map(newestFirst);
    });
  },
};

/** Links, newest first. If several links have the same role, the last one, which is the oldest, stays in the map. */
const linksByAge = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('InviteLink')
    .select(['id', 'organizationId', 'role'])
    .where(inKeys('organizationId'))
    .where('spaceId', 'is', null)
    .where('collectionId', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc'),
);
