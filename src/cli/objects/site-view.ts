import { siteRoot } from '../../modules/sites/published-sites/published-address.js';
import { notFound } from '../../platform/base/errors.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { countRows } from './count-rows.js';
import { lastEvent } from './last-event.js';

/**
 * Returns a site with its settings, its hostname, its counts, and the spaces that it shows.
 * @param base URL of the server
 * @throws NOT_FOUND
 */
export async function viewSite(read: Queries, siteId: string, base: string): Promise<object> {
  const row = await read.first(siteQuery(read, siteId));
  if (!row) throw notFound('site', siteId);
  const { organizationId, organizationTitle, hostname, confirmedHostname, ...site } = row;
  const [counts, spaces, lastChange] = await Promise.all([
    countRows(read, { sections: ['SiteSection', { siteId }], shareLinks: ['ShareLink', { siteId, active: true }] }),
    readSpaces(read, siteId),
    lastEvent(read, { organizationId, targetId: siteId }),
  ]);
  return {
    ...site,
    organization: { id: organizationId, title: organizationTitle },
    url: base + siteRoot({ ...site, organizationId }),
    ...{ hostname, isHostnameConfirmed: hostname !== null && confirmedHostname === hostname },
    ...counts,
    spaces,
    lastChange,
  };
}

function siteQuery(read: Queries, id: string) {
  return read.sql
    .selectFrom('Site')
    .innerJoin('Organization', 'Organization.id', 'Site.organizationId')
    .select(['Site.id', 'Site.title', 'Site.type', 'Site.visibility', 'Site.published', 'Site.createdAt'])
    .select(['Site.updatedAt', 'Site.basename', 'Site.hostname', 'Site.confirmedHostname', 'Site.proxyOrigin'])
    .select(['Site.fallbackUrl', 'Site.adaptiveContent'])
    .select(['Site.organizationId', 'Organization.title as organizationTitle'])
    .where('Site.id', '=', id);
}

/** Returns the spaces of a site, in the order of the site's sections and positions. */
function readSpaces(read: Queries, siteId: string) {
  const query = read.sql
    .selectFrom('SiteSpace')
    .innerJoin('Space', 'Space.id', 'SiteSpace.spaceId')
    .leftJoin('SiteSection', 'SiteSection.id', 'SiteSpace.sectionId')
    .select(['Space.id', 'Space.title', 'SiteSpace.path', 'SiteSection.title as section', 'SiteSpace.isDefault'])
    .where('SiteSpace.siteId', '=', siteId);
  return read.all(query.orderBy('SiteSection.position').orderBy('SiteSpace.position').orderBy('SiteSpace.id'));
}
