import { sql } from 'kysely';
import { groupBy } from '../../arrays/group-by.js';
import { rowsById } from '../../store/by-id.js';
import type { LoaderDefinition } from '../../store/loaders.js';
import type { Queries } from '../../store/queries.js';
import type { Row } from '../../store/rows.js';

/** Parts of sites by their ids. */
export const siteSpacesById = rowsById('SiteSpace');
export const siteSectionsById = rowsById('SiteSection');
export const siteSectionGroupsById = rowsById('SiteSectionGroup');

/** All of a site's spaces, whoever may see them, in their order, by the site's id: one batch for all sites. */
export const siteSpacesBySite: LoaderDefinition<string, Row<'SiteSpace'>[]> = {
  name: 'SiteSpace by site',
  async load(queries, siteIds) {
    const query = queries.sql.selectFrom('SiteSpace').selectAll().where(queries.inList('siteId', siteIds));
    const bySite = groupBy(await queries.all(query.orderBy('position').orderBy('id')), ({ siteId }) => siteId);
    return siteIds.map((id) => bySite.get(id) ?? []);
  },
};

/** The sections of a site, and the groups that they stand in. */
export interface Sections {
  sections: Row<'SiteSection'>[];
  groups: Row<'SiteSectionGroup'>[];
}

/** All sections and groups of a site, in no order, by the site's id: one batch for both, and for all sites. */
export const sectionsBySite: LoaderDefinition<string, Sections> = {
  name: 'SiteSection and SiteSectionGroup by site',
  async load(queries, siteIds) {
    const rows = await queries.all(sectionsAndGroups(queries, siteIds), {
      isDefault: 'boolean',
      createdAt: 'datetime',
    });
    const bySite = groupBy(rows, ({ siteId }) => siteId);
    return siteIds.map((id) => {
      const [groups, sections] = split(bySite.get(id) ?? [], ({ path }) => path === null);
      return { groups: groups.map(groupFrom), sections: sections as Row<'SiteSection'>[] };
    });
  },
};

/** A row of either table: what a group lacks is null, and `groupId` is what it stands in. */
interface SectionOrGroup extends Omit<Row<'SiteSection'>, 'path'> {
  /** Null tells a group. */
  path: string | null;
}

const shared = '"id", "organizationId", "siteId", "title", "icon", "position", "createdAt"';

function sectionsAndGroups({ inList }: Queries, siteIds: readonly string[]) {
  const ofSites = inList('siteId', siteIds);
  return sql<SectionOrGroup>`
    select ${sql.raw(shared)}, "groupId", "path", "description", "isDefault", "condition"
    from "SiteSection" where ${ofSites}
    union all
    select ${sql.raw(shared)}, "parentId", null, null, null, null
    from "SiteSectionGroup" where ${ofSites}`;
}

function groupFrom({ groupId: parentId, ...row }: SectionOrGroup): Row<'SiteSectionGroup'> {
  const { id, organizationId, siteId, title, icon, position, createdAt } = row;
  return { id, organizationId, siteId, parentId, title, icon, position, createdAt };
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
