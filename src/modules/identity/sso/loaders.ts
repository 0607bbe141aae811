import { groupBy } from '../../../platform/arrays/group-by.js';
import { rowsById } from '../../../platform/db/query/by-id.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { isActive } from './parties.js';

/** Identity providers by id. */
export const samlProvidersById = rowsById('SamlProvider');

/** Active providers, newest first, by the organization's id. */
export const activeProvidersOf: LoaderDefinition<string, Row<'SamlProvider'>[]> = {
  name: 'activeProvidersOf',
  async load(queries, organizationIds) {
    const rows = await queries.all(providersOf(queries, organizationIds));
    const byOrganization = groupBy(rows.filter(isActive), (row) => row.organizationId);
    return organizationIds.map((id) => byOrganization.get(id) ?? []);
  },
};

const providersOf = keyedQuery(({ sql }, inKeys) =>
  sql.selectFrom('SamlProvider').selectAll().where(inKeys('organizationId')).orderBy('id', 'desc'),
);
