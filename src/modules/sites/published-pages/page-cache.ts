import { createCache } from '../../../platform/cache/cache.js';
import type { PageResponse } from '../../../render/html/responses.js';
import type { PublishedView } from '../published-sites/published-view.js';
import type { VisibleSpace } from '../published-sites/visible-tree.js';
import { findVisibleSpace, hashOf, type SiteVisit } from './visit.js';

/** A cached page, and those of its dependencies that are not in its cache key. */
export interface CachedPage {
  response: PageResponse;
  /** Ids of the head revisions of the spaces that the page refers to, by space id. */
  heads: ReadonlyMap<string, string>;
  /** Whether the page depends on the claims of the visitor. */
  dependsOnClaims: boolean;
}

/** Reference to a page: the space on the site that contains it, and its id. */
export interface SitePageRef {
  place: VisibleSpace;
  pageId: string;
}

/**
 * Pages by cache key. A page that depends on claims is cached twice: under the key without claims, and under a key with
 * the claims of the visitor.
 */
const pages = createCache<CachedPage>({
  name: 'published pages',
  weigh: ({ response }) => 2 * response.html.length + 500,
});

/** Returns the cached page if it is up to date; otherwise undefined. */
export function getCachedPage(visit: SiteVisit, ref: SitePageRef): PageResponse | undefined {
  const key = cacheKeyWithoutClaims(visit, ref);
  const withoutClaims = pages.get(key);
  const entry = withoutClaims?.dependsOnClaims ? pages.get(key + claimsKey(visit.view)) : withoutClaims;
  const isUpToDate =
    entry && [...entry.heads].every(([id, head]) => findVisibleSpace(visit, id)?.space.revisionId === head);
  return isUpToDate ? entry.response : undefined;
}

/** Returns the cache key of a page for its visitor, including the claims of the visitor. */
export function pageKey(visit: SiteVisit, ref: SitePageRef): string {
  return cacheKeyWithoutClaims(visit, ref) + claimsKey(visit.view);
}

/** Caches a page, in place of an earlier version. */
export function cachePage(visit: SiteVisit, ref: SitePageRef, entry: CachedPage): void {
  const key = cacheKeyWithoutClaims(visit, ref);
  pages.set(key, entry);
  if (entry.dependsOnClaims) pages.set(key + claimsKey(visit.view), entry);
}

const dayMs = 86_400_000;

/**
 * Returns the cache key of a page without the claims of its visitor and the heads of other spaces that it refers to.
 */
function cacheKeyWithoutClaims(visit: SiteVisit, { place, pageId }: SitePageRef): string {
  const { view, tree, root, theme, isPreview } = visit;
  const { title, customization, visibility, agentsContext, structureVersion, ...site } = view.site;
  const settings = [view.id, title, customization, visibility, agentsContext, structureVersion];
  const addresses = [site.basename, site.proxyOrigin, site.confirmedHostname, root];
  const structure = [
    tree.items.map((item) => item.id),
    tree.siteSpaces.map(({ id, space }) => [id, space.title, space.emoji]),
  ];
  // The download addresses of files change every day.
  const today = Math.floor(Date.now() / dayMs);
  const { id, space } = place;
  const pageSettings = [id, pageId, space.revisionId, space.language];
  return hashOf(JSON.stringify([settings, addresses, structure, pageSettings, theme, isPreview, today]));
}

function claimsKey({ visitor }: PublishedView): string {
  return ` ${hashOf(JSON.stringify(visitor?.claims ?? null))}`;
}
