import type { Context } from '../../../api/graphql/execution/context.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import { hasVisibleSpace } from './visible-spaces.js';

/**
 * Returns the loader, by site id, of the number of spaces that the viewer can see on a site. It takes one batch of
 * queries for all sites.
 */
export function siteSpaceCounts(context: Context): LoaderDefinition<string, number> {
  return context.loaders.once('siteSpaceCounts', () => ({
    name: 'siteSpaceCounts',
    async load(queries, siteIds) {
      const query = queries.sql
        .selectFrom('SiteSpace')
        .select(({ fn }) => ['siteId', fn.countAll<number>().as('number')])
        .where(queries.inList('siteId', siteIds))
        .where(hasVisibleSpace(context))
        .groupBy('siteId');
      const rows = await queries.all(query, { number: 'int' });
      const bySite = new Map(rows.map((row) => [row.siteId, row.number]));
      return siteIds.map((id) => bySite.get(id) ?? 0);
    },
  }));
}
