import { jsonScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { badInput } from '../../../platform/base/errors.js';
import type { VisibleSpace, VisibleTree } from './visible-tree.js';

/** Spaces of a site to search (`SiteSearchScope`). */
export type SearchScope =
  | { mode: 'default'; currentSiteSpace?: string }
  | { mode: 'specific'; siteSpaceIds: string[] }
  | { mode: 'current'; siteSpaceId: string }
  | { mode: 'all' };

const modeSchema = (name: string) => ({ type: 'string', enum: [name] });
const siteSpaceIds = { type: 'array', items: { type: 'string' }, minItems: 1 };
const objectSchema = (required: string[], properties: object) => ({ type: 'object', required, properties });

/** Spaces of a site to search. */
export const SiteSearchScope = jsonScalar<SearchScope, SearchScope>('SiteSearchScope', {
  description:
    'The spaces of a site to search. The mode `default` means the first of each section; `currentSiteSpace` replaces it in its own section. `specific` means those of `siteSpaceIds`, `all` all of them.',
  anyOf: [
    objectSchema(['mode'], { mode: modeSchema('default'), currentSiteSpace: { type: 'string' } }),
    objectSchema(['mode', 'siteSpaceIds'], { mode: modeSchema('specific'), siteSpaceIds }),
    objectSchema(['mode'], { mode: modeSchema('all') }),
  ],
});

/** Returns the spaces in a scope that a visitor can see. Ignores ids of other spaces. */
export function spacesInScope({ siteSpaces }: VisibleTree, scope: SearchScope): VisibleSpace[] {
  switch (scope.mode) {
    case 'all':
      return siteSpaces;
    case 'specific':
      return siteSpaces.filter(({ id }) => scope.siteSpaceIds.includes(id));
    case 'current':
      return siteSpaces.filter(({ id }) => id === scope.siteSpaceId);
    case 'default': {
      const current = siteSpaces.find(({ id }) => id === scope.currentSiteSpace);
      const isSearched = (one: VisibleSpace): boolean =>
        current?.section?.id === one.section?.id && current !== undefined ? one === current : one.isDefault;
      return siteSpaces.filter(isSearched);
    }
  }
}

/**
 * Returns the scope of a search: `scope` if it is given, otherwise the scope that the other arguments describe.
 * @throws BAD_USER_INPUT if the argument that `mode` requires is missing
 */
export function scopeOf(searchArguments: {
  scope?: SearchScope | null;
  mode?: string | null;
  siteSpaceIds?: string[] | null;
  siteSpaceId?: string | null;
}): SearchScope {
  const { scope, siteSpaceIds: ids, siteSpaceId } = searchArguments;
  if (scope != null) return scope;
  const requestedMode = searchArguments.mode ?? (ids == null ? 'all' : 'specific');
  if (requestedMode === 'specific' && ids != null && ids.length > 0) return { mode: 'specific', siteSpaceIds: ids };
  if (requestedMode === 'current' && siteSpaceId != null) return { mode: 'current', siteSpaceId };
  if (requestedMode === 'all') return { mode: 'all' };
  const missing = requestedMode === 'current' ? 'siteSpaceId' : 'siteSpaceIds';
  throw badInput('mode', `\`mode\` ${JSON.stringify(requestedMode)} needs \`${missing}\` (got none)`);
}
