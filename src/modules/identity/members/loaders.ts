import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** Names a member among all organizations: the key of its loaders. */
export const memberKey = (organizationId: string, userId: string): string => `${organizationId} ${userId}`;

/** Members by {@link memberKey}; null where the user does not belong to the organization. */
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
