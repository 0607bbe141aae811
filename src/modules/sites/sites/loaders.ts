import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import { inLiveOrganization } from '../../../platform/db/query/live-organizations.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** Sites by id; null for unknown sites, and for those of a deleted organization. */
export const sitesById: LoaderDefinition<string, Row<'Site'> | null> = {
  name: 'Site by id',
  async load(queries, ids) {
    const rows = await queries.all(liveSites(queries, ids));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  },
};

const liveSites = keyedQuery(({ sql }, inKeys) =>
  sql.selectFrom('Site').selectAll().where(inKeys('id')).where(inLiveOrganization('Site.organizationId')),
);
