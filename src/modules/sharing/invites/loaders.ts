import { groupBy } from '../../../platform/arrays/group-by.js';
import { rowsById } from '../../../platform/db/query/by-id.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';

/** Invite links by id. */
export const inviteLinksById = rowsById('InviteLink');

/** Id of the oldest link to an organization for each role (null for guests), by id of the organization. */
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

/**
 * Query of links to organizations, newest first. If several links give the same role, a map that is filled in this
 * order keeps the oldest one.
 */
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
