import type { Row } from '../../../platform/db/query/rows.js';
import type { Urls } from '../../../platform/urls/urls.js';

/** What a published address leads to: a site, and what lies in it. */
export interface PublishedPlace {
  site: Pick<Row<'Site'>, 'id' | 'organizationId' | 'basename'>;
  section?: Pick<Row<'SiteSection'>, 'path'> | null;
  siteSpace?: Pick<Row<'SiteSpace'>, 'path'> | null;
  /** Path of a page in its space. */
  page?: string | undefined;
}

/**
 * The address of something published: `/published/<organization>/<basename or id>`, then the paths of section, space and
 * page. It names all of them, also those that are shown first, so that it stays right when others become that.
 * @param shareKey what opens the site, where its visibility takes one
 */
export function publishedAddress({ base }: Urls, place: PublishedPlace, shareKey: string | null = null): string {
  const query = shareKey === null ? '' : `?${new URLSearchParams({ shareKey })}`;
  return `${base}${siteRoot(place.site)}${encodedPath(pathOnSite(place))}${query}`;
}

/** The path of a published site on this server. */
export function siteRoot({ organizationId, basename, id }: PublishedPlace['site']): string {
  return `/published${encodedPath(`${organizationId}/${basename ?? id}`)}`;
}

/** A path as an address has it: each part encoded, with a slash before it. */
export function encodedPath(path: string): string {
  const parts = path.split('/').filter((part) => part);
  return parts.map((part) => `/${encodeURIComponent(part.toWellFormed())}`).join('');
}

/** What an address has behind that of its site, not encoded: the paths of section, space and page; empty for the site. */
export function pathOnSite({ section, siteSpace, page }: Omit<PublishedPlace, 'site'>): string {
  return [section?.path, siteSpace?.path, page].filter((path) => path).join('/');
}
