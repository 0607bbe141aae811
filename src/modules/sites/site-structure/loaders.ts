import { sql } from 'kysely';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { createCache } from '../../../platform/cache/cache.js';
import { rowsById } from '../../../platform/db/query/by-id.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import type { LoaderDefinition, Loaders } from '../../../platform/db/query/loaders.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** Site spaces, sections and groups by their ids. */
export const siteSpacesById = rowsById('SiteSpace');
export const siteSectionsById = rowsById('SiteSection');
export const siteSectionGroupsById = rowsById('SiteSectionGroup');

const spacesOfSites = keyedQuery(({ sql }, inKeys) =>
  sql.selectFrom('SiteSpace').selectAll().where(inKeys('siteId')).orderBy('position').orderBy('id'),
);

/**
 * All site spaces of a site, visible or not, in their order, by the id of the site. It loads all requested sites in one
 * batch of queries.
 */
const siteSpacesBySite: LoaderDefinition<string, Row<'SiteSpace'>[]> = {
  name: 'SiteSpace by site',
  async load(queries, siteIds) {
    const bySite = groupBy(await queries.all(spacesOfSites(queries, siteIds)), ({ siteId }) => siteId);
    return siteIds.map((id) => bySite.get(id) ?? []);
  },
};

/** Sections of a site, and the groups that contain them. */
export interface Sections {
  sections: Row<'SiteSection'>[];
  groups: Row<'SiteSectionGroup'>[];
}

/**
 * All sections and groups of a site, unordered, by the id of the site. It loads both for all requested sites in one
 * batch of queries.
 */
export const sectionsBySite: LoaderDefinition<string, Sections> = {
  name: 'SiteSection and SiteSectionGroup by site',
  async load(queries, siteIds) {
    const rows = await queries.all(sectionsAndGroups(queries, siteIds), {
      isDefault: 'boolean',
      createdAt: 'datetime',
    });
    const bySite = groupBy(rows, ({ siteId }) => siteId);
    return siteIds.map((id) => {
      const [groups, sections] = partition(bySite.get(id) ?? [], ({ path }) => path === null);
      return { groups: groups.map(groupRowFrom), sections: sections as Row<'SiteSection'>[] };
    });
  },
};

/**
 * A row of the tables `SiteSection` and `SiteSectionGroup`. Columns that groups do not have are null; the `groupId` of
 * a group is its parent.
 */
interface SectionOrGroup extends Omit<Row<'SiteSection'>, 'path'> {
  /** Null for a group. */
  path: string | null;
}

const sharedColumns = '"id", "organizationId", "siteId", "title", "icon", "position", "createdAt"';

function sectionsAndGroups({ inList }: Queries, siteIds: readonly string[]) {
  const belongsToSites = inList('siteId', siteIds);
  return sql<SectionOrGroup>`
    select ${sql.raw(sharedColumns)}, "groupId", "path", "description", "isDefault", "condition"
    from "SiteSection" where ${belongsToSites}
    union all
    select ${sql.raw(sharedColumns)}, "parentId", null, null, null, null
    from "SiteSectionGroup" where ${belongsToSites}`;
}

function groupRowFrom({ groupId: parentId, ...row }: SectionOrGroup): Row<'SiteSectionGroup'> {
  const { id, organizationId, siteId, title, icon, position, createdAt } = row;
  return { id, organizationId, siteId, parentId, title, icon, position, createdAt };
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** All parts of a site. */
export type StoredParts = Sections & { siteSpaces: Row<'SiteSpace'>[] };

/** All parts of each site, by site id and `structureVersion`. A part takes about 500 bytes. */
const structures = createCache<StoredParts>({
  name: 'structures of sites',
  weigh: ({ sections, groups, siteSpaces }) => 500 * (sections.length + groups.length + siteSpaces.length),
});

/**
 * Returns all parts of a site, visible or not. Reads them from the cache while the structure of the site is unchanged,
 * otherwise in two batches of queries.
 */
export async function partsOfSite(
  loaders: Loaders,
  { id, structureVersion }: Pick<Row<'Site'>, 'id' | 'structureVersion'>,
): Promise<StoredParts> {
  const key = `${id}/${structureVersion}`;
  const cached = structures.get(key);
  if (cached) return cached;
  const [sections, siteSpaces] = await Promise.all([
    loaders.load(sectionsBySite, id),
    loaders.load(siteSpacesBySite, id),
  ]);
  const parts = { ...sections, siteSpaces };
  structures.set(key, parts);
  return parts;
}
