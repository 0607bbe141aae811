import { createHash } from 'node:crypto';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Urls } from '../../../platform/urls/urls.js';
import type { Theme } from '../../../render/html/responses.js';
import { encodedPath, pathOnSite, siteRoot } from '../published-sites/published-address.js';
import type { PublishedView } from '../published-sites/published-view.js';
import type { VisibleSpace, VisibleTree } from '../published-sites/visible-tree.js';

/** A visitor's access to the pages of a site. */
export interface SiteVisit {
  view: PublishedView;
  tree: VisibleTree;
  /** Path prefix of the addresses of all pages: the path of the site or preview on the requested host. */
  root: string;
  /** The site's own host, if the visitor uses it; null for the host of the server. */
  host: string | null;
  /** Theme that the visitor chose; null for the default of the site. */
  theme: Theme | null;
  isPreview: boolean;
}

/** Returns the path of a space on the site, or of a page in it, for a visit. */
export function pathOf(
  { root }: Pick<SiteVisit, 'root'>,
  { section, row }: VisibleSpace,
  page?: string | undefined,
): string {
  return root + encodedPath(pathOnSite({ section, siteSpace: row, page }));
}

/** Returns the public URL of a page: on the site's own host if it has one. */
export function canonicalUrl({ base }: Urls, { site }: PublishedView, { place, path }: PagePlace): string {
  return (
    publicSiteUrl(base, site) + encodedPath(pathOnSite({ section: place.section, siteSpace: place.row, page: path }))
  );
}

/** Position of a page: a space on the site, and the path of the page in it. */
export interface PagePlace {
  place: VisibleSpace;
  path: string | undefined;
}

/** Returns the public URL of a site. */
export function publicSiteUrl(base: string, site: Row<'Site'>): string {
  return ownSiteUrl(site) ?? base + siteRoot(site);
}

/** Returns the URL of a site at its own host; null if it has none. */
export function ownSiteUrl({ proxyOrigin, confirmedHostname }: Row<'Site'>): string | null {
  const ownHost = proxyOrigin ?? confirmedHostname;
  return ownHost === null ? null : `https://${ownHost}`;
}

/** Returns a space as the site shows it; undefined if the visitor cannot see the space. */
export function findVisibleSpace({ tree }: Pick<SiteVisit, 'tree'>, spaceId: string): VisibleSpace | undefined {
  return tree.siteSpaces.find(({ space }) => space.id === spaceId);
}

/** Returns the SHA-256 of a text, as base64url. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Reports whether search engines may index a site. They may index only a public site, and never a preview. */
export function allowsSearchEngines({ site }: PublishedView, { isPreview }: Pick<SiteVisit, 'isPreview'>): boolean {
  return site.visibility === 'public' && !isPreview;
}

/** Reports whether agents may read a site. */
export function allowsAgents({ agentsContext }: Row<'Site'>): boolean {
  return agentsContext !== 'excluded';
}
