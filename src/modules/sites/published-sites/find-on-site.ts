import type { Context } from '../../../api/graphql/execution/context.js';
import { type FoundSpace, findSpaces } from '../../content/search/find-pages.js';
import { partOf } from './published-part.js';
import { spaceAddress } from './published-space.js';
import { loadVisibleTree, type PublishedView } from './published-view.js';
import { type SearchScope, spacesInScope } from './search-scope.js';

/** A search query, and the spaces of a site to search. */
export interface SiteSearchRequest {
  query: string;
  scope: SearchScope;
}

/**
 * Returns the spaces of a site that its visitor can see, with their pages that contain every word of a query, best
 * matches first.
 */
export async function findOnSite(
  context: Context,
  view: PublishedView,
  { query, scope }: SiteSearchRequest,
): Promise<FoundSpace[]> {
  const spaces = spacesInScope(await loadVisibleTree(context, view), scope);
  const spaceIds = spaces.map(({ space }) => space.id).sort();
  if (spaceIds.length === 0) return [];
  const partBySpaceId = new Map(spaces.map((one) => [one.space.id, partOf(view, one)]));
  const foundSpaces = await findSpaces(context, view.site.organizationId, { text: query, spaceIds });
  for (const { id, pages } of foundSpaces)
    for (const page of pages) page.published = () => spaceAddress(partBySpaceId.get(id)!, context.urls, page.path);
  return foundSpaces;
}
