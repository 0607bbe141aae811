import { groupBy } from '../../../platform/arrays/group-by.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import { inLiveOrganization } from '../../../platform/db/query/live-organizations.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';

const shareLinks = keyedQuery(({ sql }, inKeys) => sql.selectFrom('ShareLink').selectAll().where(inKeys('keyHash')));

/** Share links by the hash of their key; null if no link has the key. */
export const shareLinksByKeyHash: LoaderDefinition<string, Row<'ShareLink'> | null> = {
  name: 'share links by key',
  async load(queries, hashes) {
    const links = await queries.all(shareLinks(queries, hashes));
    const byHash = new Map(links.map((link) => [link.keyHash, link]));
    return hashes.map((hash) => byHash.get(hash) ?? null);
  },
};

const spacesOfSites = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('SiteSpace')
    .innerJoin('Space', 'Space.id', 'SiteSpace.spaceId')
    .selectAll('Space')
    .select('SiteSpace.siteId')
    .where(inKeys('SiteSpace.siteId')),
);

/** Spaces on a site, including deleted ones, unordered, by site id. Takes one batch of queries. */
export const spacesBySite: LoaderDefinition<string, Row<'Space'>[]> = {
  name: 'Space by site',
  async load(queries, siteIds) {
    const bySite = groupBy(await queries.all(spacesOfSites(queries, siteIds)), ({ siteId }) => siteId);
    return siteIds.map((id) => bySite.get(id) ?? []);
  },
};

const confirmedSites = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('Site')
    .selectAll()
    .where(inKeys('confirmedHostname'))
    .where(inLiveOrganization('Site.organizationId')),
);

/** Sites by their confirmed hostname; null if no site has it, or its organization is deleted. */
export const sitesByHostname: LoaderDefinition<string, Row<'Site'> | null> = {
  name: 'sites by hostname',
  async load(queries, hostnames) {
    const sites = await queries.all(confirmedSites(queries, hostnames));
    const byHostname = new Map(sites.map((site) => [site.confirmedHostname, site]));
    return hostnames.map((hostname) => byHostname.get(hostname) ?? null);
  },
};

const sitesOfHosts = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('Site')
    .innerJoin('Organization', 'Organization.id', 'Site.organizationId')
    .selectAll('Site')
    .select('Organization.deletedAt')
    .where(inKeys('Site.confirmedHostname')),
);

/**
 * Sites by their confirmed hostname; null if no site has it. A site whose organization is deleted keeps its hostname,
 * and is returned as unpublished.
 */
export const sitesAtHostname: LoaderDefinition<string, Row<'Site'> | null> = {
  name: 'sites at hostname',
  async load(queries, hostnames) {
    const rows = await queries.all(sitesOfHosts(queries, hostnames));
    const sites = rows.map(({ deletedAt, ...site }) => ({ ...site, published: site.published && deletedAt === null }));
    const byHostname = new Map(sites.map((site) => [site.confirmedHostname, site]));
    return hostnames.map((hostname) => byHostname.get(hostname) ?? null);
  },
};

/** Maximum number of sites of one organization that are read. */
const maxSites = 100;

/** Published sites of an organization, oldest first; at most 100. */
export const publishedSitesByOrganization: LoaderDefinition<string, Row<'Site'>[]> = {
  name: 'published sites by organization',
  async load(queries, ids) {
    const sites = queries.sql.selectFrom('Site').selectAll().where('published', '=', true).orderBy('id');
    const rows = await queries.all(sites.where(queries.inList('organizationId', ids)));
    const byOrganization = groupBy(rows, ({ organizationId }) => organizationId);
    return ids.map((id) => (byOrganization.get(id) ?? []).slice(0, maxSites));
  },
};

/** Position of a space on a published site: the parts of its address, and the settings that decide who may open it. */
export interface SpaceOnSite {
  site: Pick<Row<'Site'>, 'id' | 'organizationId' | 'basename' | 'visibility' | 'published'>;
  section: Pick<Row<'SiteSection'>, 'path'> | null;
  siteSpace: Pick<Row<'SiteSpace'>, 'path'>;
}

const publishedPlaces = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('SiteSpace')
    .innerJoin('Site', 'Site.id', 'SiteSpace.siteId')
    .leftJoin('SiteSection', 'SiteSection.id', 'SiteSpace.sectionId')
    .select(['SiteSpace.spaceId', 'SiteSpace.path', 'SiteSection.path as sectionPath'])
    .select(['Site.id', 'Site.organizationId', 'Site.basename', 'Site.visibility'])
    .where('Site.published', '=', true)
    .where(inKeys('SiteSpace.spaceId'))
    .orderBy('Site.id'),
);

/** Positions of a space on published sites, oldest site first, by space id. Takes one batch of queries. */
export const publishedPlacesBySpace: LoaderDefinition<string, SpaceOnSite[]> = {
  name: 'published places of spaces',
  async load(queries, spaceIds) {
    const bySpace = groupBy(await queries.all(publishedPlaces(queries, spaceIds)), ({ spaceId }) => spaceId);
    return spaceIds.map((id) =>
      (bySpace.get(id) ?? []).map(({ path, sectionPath, spaceId: _, ...site }) => ({
        site: { ...site, published: true },
        section: sectionPath === null ? null : { path: sectionPath },
        siteSpace: { path },
      })),
    );
  },
};

/** Maximum number of sections and spaces that are tried for one former path. */
const maxFormerPlaces = 10;

/**
 * Ids of the sections and spaces that had a path on a site earlier, by `<site>/<path>`. The one that left the path last
 * comes first. Returns at most ten.
 */
export const formerPlaces: LoaderDefinition<string, string[]> = {
  name: 'former places of sites',
  async load(queries, addresses) {
    const [siteIds, paths] = splitAtSlash(addresses);
    const query = queries.sql
      .selectFrom('FormerSitePath')
      .select(['siteId', 'path', 'targetId'])
      .where(queries.inList('siteId', siteIds))
      .where(queries.inList('path', paths));
    const rows = await queries.all(query.orderBy('createdAt', 'desc').orderBy('targetId'));
    const byAddress = groupBy(rows, ({ siteId, path }) => `${siteId}/${path}`);
    return addresses.map((address) =>
      (byAddress.get(address) ?? []).slice(0, maxFormerPlaces).map(({ targetId }) => targetId),
    );
  },
};

/** Id of the last page that left a path of a space, by `<space>/<path>`; null if there is none. */
export const formerPages: LoaderDefinition<string, string | null> = {
  name: 'former paths of pages',
  async load(queries, addresses) {
    const [spaceIds, paths] = splitAtSlash(addresses);
    const query = queries.sql
      .selectFrom('FormerPagePath')
      .select(['spaceId', 'path', 'pageId'])
      .where(queries.inList('spaceId', spaceIds))
      .where(queries.inList('path', paths));
    const rows = await queries.all(query);
    const byAddress = new Map(rows.map(({ spaceId, path, pageId }) => [`${spaceId}/${path}`, pageId]));
    return addresses.map((address) => byAddress.get(address) ?? null);
  },
};

/**
 * The site that has a basename now, otherwise the site that had it, by `<organization>/<basename>`; null if there is
 * none, or the organization is deleted.
 */
export const sitesByBasename: LoaderDefinition<string, Row<'Site'> | null> = {
  name: 'sites by basename',
  async load(queries, names) {
    const { sql, inList } = queries;
    const [organizationIds, basenames] = splitAtSlash(names);
    const currentSites = sql
      .selectFrom('Site')
      .selectAll('Site')
      .select('Site.basename as name')
      .where(inList('Site.organizationId', organizationIds))
      .where(inList('Site.basename', basenames))
      .where(inLiveOrganization('Site.organizationId'));
    const formerSites = sql
      .selectFrom('FormerBasename')
      .innerJoin('Site', 'Site.id', 'FormerBasename.siteId')
      .selectAll('Site')
      .select('FormerBasename.basename as name')
      .where(inList('FormerBasename.organizationId', organizationIds))
      .where(inList('FormerBasename.basename', basenames))
      .where(inLiveOrganization('Site.organizationId'));
    const rows = await queries.all(currentSites.unionAll(formerSites));
    const byName = new Map(rows.map(({ name, ...site }) => [`${site.organizationId}/${name}`, site]));
    return names.map((name) => byName.get(name) ?? null);
  },
};

/** Splits addresses at their first slash. Returns the distinct first parts and the distinct second parts. */
function splitAtSlash(addresses: readonly string[]): [string[], string[]] {
  const slashIndexes = addresses.map((address) => address.indexOf('/'));
  const firstParts = addresses.map((address, index) => address.slice(0, slashIndexes[index]));
  const secondParts = addresses.map((address, index) => address.slice(slashIndexes[index]! + 1));
  return [[...new Set(firstParts)], [...new Set(secondParts)]];
}
