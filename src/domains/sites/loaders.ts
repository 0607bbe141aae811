import { rowsById } from '../../store/by-id.js';
import type { LoaderDefinition } from '../../store/loaders.js';

/** Sites by id. */
export const sitesById = rowsById('Site');

/** Numbers of spaces by the site's id. */
export const siteSpaceCounts: LoaderDefinition<string, number> = {
  name: 'siteSpaceCounts',
  async load(queries, siteIds) {
    const query = queries.sql
      .selectFrom('SiteSpace')
      .select(({ fn }) => ['siteId', fn.countAll<number>().as('number')])
      .where(queries.inList('siteId', siteIds))
      .groupBy('siteId');
    const rows = await queries.all(query, { number: 'int' });
    const bySite = new Map(rows.map((row) => [row.siteId, row.number]));
    return siteIds.map((id) => bySite.get(id) ?? 0);
  },
};
