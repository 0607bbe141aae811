import type { Row } from '../../../platform/db/query/rows.js';
import type { Urls } from '../../../platform/urls/urls.js';

/** Target of a published URL: a site, or a part of it. */
export interface PublishedPlace {
  site: Pick<Row<'Site'>, 'id' | 'organizationId' | 'basename'>;
  section?: Pick<Row<'SiteSection'>, 'path'> | null;
  siteSpace?: Pick<Row<'SiteSpace'>, 'path'> | null;
  /** Path of a page in its space. */
  page?: string | undefined;
}

/**
 * Returns the URL of a published part: `/published/<organization>/<basename or id>`, then the paths of section, space
 * and page. It includes the paths of default parts, so that it stays valid when the defaults change.
 * @param shareKey key that opens the site, if its visibility requires a key
 */
export function publishedAddress({ base }: Urls, place: PublishedPlace, shareKey: string | null = null): string {
  const query = shareKey === null ? '' : `?${new URLSearchParams({ shareKey })}`;
  return `${base}${siteRoot(place.site)}${encodedPath(pathOnSite(place))}${query}`;
}

/** Returns the path of a published site on this server. */
export function siteRoot({ organizationId, basename, id }: PublishedPlace['site']): string {
  return `/published${encodedPath(`${organizationId}/${basename ?? id}`)}`;
}

/** Encodes a path for a URL: each segment is encoded, with a slash before it. */
export function encodedPath(path: string): string {
  const parts = path.split('/').filter((part) => part);
  return parts.map((part) => `/${encodeURIComponent(part.toWellFormed())}`).join('');
}

/**
 * Returns the part of a published URL after the URL of its site, not encoded: the paths of section, space and page. It
 * is empty for the site itself.
 */
export function pathOnSite({ section, siteSpace, page }: Omit<PublishedPlace, 'site'>): string {
  return [section?.path, siteSpace?.path, page].filter((path) => path).join('/');
}
