import type { Context } from '../../../api/graphql/execution/context.js';
import type { Loaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { siteHostname } from '../../../platform/urls/hostnames.js';
import { pathPrefix } from '../../../platform/urls/path-prefix.js';
import type { Urls } from '../../../platform/urls/urls.js';
import { findSiteNamed } from '../published-sites/find-site.js';
import { sitesAtHostname } from '../published-sites/loaders.js';
import { siteRoot } from '../published-sites/published-address.js';
import { ownSiteUrl, type SiteVisit } from './visit.js';

/** A site at an address of this server. */
export interface AddressedSite {
  organizationId: string;
  site: Row<'Site'>;
  /** Its path on this server. */
  path: string;
  /** Its paths on this server, without the path of `PUBLIC_URL`: by its basename and by its id. */
  published: string[];
  /**
   * Whether the request used another name than the current basename of the site, or than its id if it has no basename.
   * If so, the visitor is redirected.
   */
  isElsewhere: boolean;
  /** Path prefix of the visitor's addresses. It differs from `path` at a host of the site. */
  root: string;
  /**
   * The site's own host, if the visitor uses it: the hostname of the site or its proxy. Null for the host of the
   * server.
   */
  host: string | null;
  /** URL of the site at its own host; null if it has none. */
  ownUrl: string | null;
}

/** Returns the site at an address, for a request to a host; null if there is none. */
export async function siteAt(
  { loaders, urls }: Context,
  { organizationId, name, host }: { organizationId: string; name: string; host: string },
): Promise<AddressedSite | null> {
  const site = await findSiteNamed({ loaders }, organizationId, name);
  return site && { ...addressSite(urls, site, host), isElsewhere: name !== (site.basename ?? site.id) };
}

/**
 * Returns the site with a confirmed hostname; null if there is none. The site counts as unpublished while its
 * organization is deleted.
 */
export async function siteAtHostname(
  { loaders, urls }: { loaders: Loaders; urls: Urls },
  hostname: string,
): Promise<AddressedSite | null> {
  const site = await loaders.load(sitesAtHostname, hostname);
  return site && addressSite(urls, site, hostname);
}

function addressSite({ base }: Urls, site: Row<'Site'>, host: string): AddressedSite {
  const path = pathPrefix(base) + siteRoot(site);
  const name = siteHostname(host) ?? host.toLowerCase();
  const root = rootOnHost(site, name);
  return {
    organizationId: site.organizationId,
    site,
    path,
    published: [siteRoot(site), siteRoot({ ...site, basename: null })],
    isElsewhere: false,
    root: root ?? path,
    host: root === null ? null : name,
    ownUrl: ownSiteUrl(site),
  };
}

/** Returns the path prefix of a site on its own hostname or its proxy; null for any other host. */
function rootOnHost({ proxyOrigin, confirmedHostname }: Row<'Site'>, host: string): string | null {
  const [proxy, ...path] = (proxyOrigin ?? '').split('/');
  if (proxyOrigin !== null && host === proxy) return path.map((part) => `/${part}`).join('');
  return host === confirmedHostname ? '' : null;
}

/** Returns the URLs for the pages of a visit at the site's own host. There, files are below the root of the site. */
export function urlsAtHost(urls: Urls, { root }: Pick<SiteVisit, 'root'>): Urls {
  const length = `${urls.base}/files`.length;
  return { ...urls, download: (file) => `${root}/~files${urls.download(file).slice(length)}` };
}

/** Returns the absolute URL of an address in the pages of a visit. */
export function absoluteUrl({ base }: Urls, { host }: Pick<SiteVisit, 'host'>, address: string): string {
  return new URL(address, host === null ? base : `https://${host}`).href;
}
