import type { Context } from '../../../api/graphql/execution/context.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import type { FoundSpace } from '../../content/search/find-pages.js';
import { SearchQuery } from '../../content/search/search-edges.js';
import { SearchSpaceResult } from '../../content/search/search-result.js';
import { presentShareKey } from '../../shared/presented-keys.js';
import { shareKeyArgument } from '../../shared/share-key-argument.js';
import { viewerKey } from '../../shared/visible.js';
import { Site } from '../sites/site.js';
import { viewForMember } from './admission.js';
import { findOnSite, type SiteSearchRequest } from './find-on-site.js';
import { PublishedSite } from './published-site.js';
import type { PublishedView } from './published-view.js';
import { SiteSearchScope, scopeOf } from './search-scope.js';

const SiteSearchMode = documentedEnum('SiteSearchMode', 'Spaces of a site to search.', {
  specific: 'Those of `siteSpaceIds`.',
  current: 'That of `siteSpaceId`.',
  all: 'Everything that the visitor sees.',
});

/**
 * Returns the arguments of a search on a site. `mode`, `siteSpaceIds` and `siteSpaceId` are an alternative to `scope`.
 */
const searchArguments = (t: Pick<Fields<object>, 'arg'>) => ({
  query: t.arg({
    type: SearchQuery,
    required: true,
    description: 'Words that a page must all have, the last of which may be incomplete; phrases in quotes.',
  }),
  scope: t.arg({ type: SiteSearchScope, description: 'Spaces to search; by default all.' }),
  mode: t.arg({ type: SiteSearchMode, description: 'The spaces to search, if there is no `scope`.' }),
  siteSpaceIds: t.arg.idList({ description: 'Ids of spaces on the site, for the mode `specific`.' }),
  siteSpaceId: t.arg.id({ description: 'Id of a space on the site, for the mode `current`.' }),
});

builder.objectFields(PublishedSite, (t) => ({
  search: arrayField(t, {
    type: SearchSpaceResult,
    description:
      'Spaces of the site with pages that have every word of a query, the one with the best page first. They have only content that the visitor can see. The best 1,000 pages count.',
    args: searchArguments(t),
    items: (view, { query, ...scope }, context) => searchSite(context, view, { query, scope: scopeOf(scope) }),
  }),
}));

builder.objectFields(Site, (t) => ({
  search: arrayField(t, {
    type: SearchSpaceResult,
    description:
      'Spaces of the site with pages that have every word of a query, the one with the best page first. They have content that visitors can see, or, if the caller is not a visitor, content that the caller can see. The best 1,000 pages count.',
    args: {
      ...searchArguments(t),
      shareKey: shareKeyArgument(t),
    },
    items: async (site, { query, shareKey, ...scope }, context) => {
      presentShareKey(context, shareKey);
      return searchSite(context, await viewForMember(context, site, { shareKey }), { query, scope: scopeOf(scope) });
    },
  }),
}));

async function searchSite(
  context: Context,
  view: PublishedView,
  request: SiteSearchRequest,
): Promise<{ identity: unknown[]; items: FoundSpace[] }> {
  const identity = ['Site.search', view.id, request.query, request.scope, viewerKey(context)];
  return { identity, items: await findOnSite(context, view, request) };
}
