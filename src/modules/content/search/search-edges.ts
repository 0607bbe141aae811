import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { Organization } from '../../identity/organizations/organization.js';
import { viewerKey } from '../../shared/visible.js';
import { Space } from '../spaces/space.js';
import { findInSpace, findSpaces } from './find-pages.js';
import { SearchPageResult, SearchSpaceResult } from './search-result.js';

/** Text of a search query. */
export const SearchQuery = textScalar('SearchQuery', {
  description: 'Words to search for, and phrases in quotes; may be empty.',
  minLength: 0,
  maxLength: 512,
});

/** Returns the query argument that every search has. */
const queryArgument = (t: Pick<Fields<object>, 'arg'>) =>
  t.arg({
    type: SearchQuery,
    required: true,
    description: 'Words that a page must all have, the last of which may be incomplete; phrases in quotes.',
  });

builder.objectFields(Space, (t) => ({
  search: arrayField(t, {
    type: SearchPageResult,
    description: 'Pages at the head that have every word of a query, best first; at most 1,000. None without a word.',
    args: { query: queryArgument(t) },
    items: async (space, { query }, context) => ({
      identity: ['Space.search', space.id, query, viewerKey(context)],
      items: await findInSpace(context, space, query),
    }),
  }),
}));

builder.objectFields(Organization, (t) => ({
  search: arrayField(t, {
    type: SearchSpaceResult,
    description:
      'Spaces that the caller may see with pages that have every word of a query, the one with the best page first. The best 1,000 pages count.',
    args: { query: queryArgument(t) },
    items: async ({ id }, { query }, context) => ({
      identity: ['Organization.search', id, query, viewerKey(context)],
      items: await findSpaces(context, id, { text: query }),
    }),
  }),
}));
