import { groupBy } from '../../arrays/group-by.js';
import { rowsById } from '../../store/by-id.js';
import type { LoaderDefinition } from '../../store/loaders.js';
import type { Queries } from '../../store/queries.js';
import type { Row } from '../../store/rows.js';

/** Parts of sites by their ids. */
export const siteSpacesById = rowsById('SiteSpace');
export const siteSectionsById = rowsById('SiteSection');
export const siteSectionGroupsById = rowsById('SiteSectionGroup');

type Part = 'SiteSpace' | 'SiteSection' | 'SiteSectionGroup';

/** All of a site's spaces, whoever may see them, in their order, by the site's id: one batch for all sites. */
export const siteSpacesBySite = partsBySite('SiteSpace');

/** All of a site's sections, in their order within each group. */
export const siteSectionsBySite = partsBySite('SiteSection');

/** All of a site's groups, in their order within each group. */
export const siteSectionGroupsBySite = partsBySite('SiteSectionGroup');

function partsBySite<T extends Part>(table: T): LoaderDefinition<string, Row<T>[]> {
  return {
    name: `${table} by site`,
    async load(queries: Queries, siteIds: readonly string[]) {
      const query = queries.sql.selectFrom(table as Part).selectAll();
      const inOrder = query.where(queries.inList('siteId', siteIds)).orderBy('position').orderBy('id');
      const rows = (await queries.all(inOrder)) as Row<Part>[];
      const bySite = groupBy(rows, ({ siteId }) => siteId);
      return siteIds.map((id) => (bySite.get(id) ?? []) as Row<T>[]);
    },
  };
}
