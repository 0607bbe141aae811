import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** Returns the key of a member for loaders. It is unique among all organizations. */
export const memberKey = (organizationId: string, userId: string): string => `${organizationId} ${userId}`;

/** Members by {@link memberKey}; null if the user is not a member of the organization. */
export const membersByKey: LoaderDefinition<string, Row<'Member'> | null> = {
  name: 'membersByKey',
  async load(queries, keys) {
    const userIds = [...new Set(keys.map((key) => key.split(' ')[1]!))];
    const rows = await queries.all(membershipsOf(queries, userIds));
    const byKey = new Map(rows.map((row) => [memberKey(row.organizationId, row.userId), row]));
    return keys.map((key) => byKey.get(key) ?? null);
  },
};

const membershipsOf = keyedQuery(({ sql }, inKeys) => sql.selectFrom('Member').selectAll().where(inKeys('userId')));
