import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';

/** Numbers of members, by the organization's id. Guests and disabled members count, as they do for `maxMembers`. */
export const memberCountsByOrganization: LoaderDefinition<string, number> = {
  name: 'memberCountsByOrganization',
  async load(queries, ids) {
    const rows = await queries.all(memberCounts(queries, ids), { count: 'int' });
    const byId = new Map(rows.map((row) => [row.organizationId, row.count]));
    return ids.map((id) => byId.get(id) ?? 0);
  },
};

const memberCounts = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('Member')
    .select((row) => ['organizationId', row.fn.countAll<number>().as('count')])
    .where(inKeys('organizationId'))
    .groupBy('organizationId'),
);

/** Numbers of spaces that are not deleted, by the organization's id. */
export const spaceCountsByOrganization: LoaderDefinition<string, number> = {
  name: 'spaceCountsByOrganization',
  async load(queries, ids) {
    const rows = await queries.all(spaceCounts(queries, ids), { count: 'int' });
    const byId = new Map(rows.map((row) => [row.organizationId, row.count]));
    return ids.map((id) => byId.get(id) ?? 0);
  },
};

const spaceCounts = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('Space')
    .select((row) => ['organizationId', row.fn.countAll<number>().as('count')])
    .where(inKeys('organizationId'))
    .where('deletedAt', 'is', null)
    .groupBy('organizationId'),
);

/**
 * Times when the removal of deleted organizations begins, by the organization's id; null for organizations that are not
 * deleted.
 */
export const removalTimesByOrganization: LoaderDefinition<string, string | null> = {
  name: 'removalTimesByOrganization',
  async load(queries, ids) {
    const rows = await queries.all(removalTimes(queries, ids));
    const byId = new Map(rows.map((row) => [row.organizationId, row.removeAt]));
    return ids.map((id) => byId.get(id) ?? null);
  },
};

const removalTimes = keyedQuery(({ sql }, inKeys) =>
  sql.selectFrom('OrganizationDeletion').select(['organizationId', 'removeAt']).where(inKeys('organizationId')),
);

/** Times when users were last seen in any organization, by the user's id; null for users who were never seen. */
export const lastSeenByUser: LoaderDefinition<string, string | null> = {
  name: 'lastSeenByUser',
  async load(queries, ids) {
    const rows = await queries.all(lastSeen(queries, ids), { lastSeenAt: 'datetime' });
    const byId = new Map(rows.map((row) => [row.userId, row.lastSeenAt]));
    return ids.map((id) => byId.get(id) ?? null);
  },
};

const lastSeen = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('Member')
    .select((row) => ['userId', row.fn.max<string | null>('lastSeenAt').as('lastSeenAt')])
    .where(inKeys('userId'))
    .groupBy('userId'),
);
