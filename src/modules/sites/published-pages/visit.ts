import { createHash } from 'node:crypto';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Urls } from '../../../platform/urls/urls.js';
import type { Theme } from '../../../render/html/answers.js';
import { encodedPath, pathOnSite, siteRoot } from '../published-sites/published-address.js';
import type { PublishedView } from '../published-sites/published-view.js';
import type { VisibleSpace, VisibleTree } from '../published-sites/visible-tree.js';

/** Somebody who reads pages of a site. */
export interface Visit {
  view: PublishedView;
  tree: VisibleTree;
  /** Path that the addresses of all pages begin with: the site's, or that of a preview. */
  root: string;
  /** What was chosen of light and dark; null for what the site begins with. */
  theme: Theme | null;
  isPreview: boolean;
}

/** The path of a space on the site, or of a page in it, in a visit. */
export function pathOf(
  { root }: Pick<Visit, 'root'>,
  { section, row }: VisibleSpace,
  page?: string | undefined,
): string {
  return root + encodedPath(pathOnSite({ section, siteSpace: row, page }));
}

/** The whole address of a page for all the world: on a host of the site's own where it has one. */
export function canonicalOf({ base }: Urls, { site }: PublishedView, { place, path }: PagePlace): string {
  return homeOf(base, site) + encodedPath(pathOnSite({ section: place.section, siteSpace: place.row, page: path }));
}

/** Where a page stands: in a space, at a path. */
export interface PagePlace {
  place: VisibleSpace;
  path: string | undefined;
}

/** The whole address of a site for all the world. */
export function homeOf(base: string, site: Row<'Site'>): string {
  const own = site.proxyOrigin ?? site.confirmedHostname;
  return own === null ? base + siteRoot(site) : `https://${own}`;
}

/** The place of a space in a visit; undefined where its visitor is not shown the space. */
export function placeOf({ tree }: Pick<Visit, 'tree'>, spaceId: string): VisibleSpace | undefined {
  return tree.siteSpaces.find(({ space }) => space.id === spaceId);
}

/** A hash of what a page is made of, or of the page. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** What search engines may read of a site: that which anybody may find. */
export function isForEngines({ site }: PublishedView, { isPreview }: Pick<Visit, 'isPreview'>): boolean {
  return site.visibility === 'public' && !isPreview;
}

/** Whether agents may read a site. */
export function isForAgents({ agentsContext }: Row<'Site'>): boolean {
  return agentsContext !== 'excluded';
}
