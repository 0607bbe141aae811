import type { SelectQueryBuilder } from 'kysely';
import { builder } from '../../graphql/builder.js';
import type { DB } from '../../store/generated/types.js';
import type { ListOrder } from '../../store/keyset.js';
import type { Queries } from '../../store/queries.js';
import { hasChanged, updatedSince } from '../shared/list-arguments.js';
import { containsFolded } from '../shared/text-match.js';
import { ContentVisibility, TranslationLanguage } from './enums.js';

/** What narrows a list of spaces. */
export const SpaceFilter = builder.inputType('SpaceFilter', {
  description: 'Selection of spaces; all members must hold.',
  fields: (t) => ({
    visibility: t.field({ type: [ContentVisibility], description: 'Only those with one of these visibilities.' }),
    language: t.field({ type: TranslationLanguage, description: 'Only those whose content has this language.' }),
    updatedSince: updatedSince(t),
  }),
});

/** How a list of spaces is narrowed. */
export interface SpaceSelection {
  filter?:
    | { visibility?: readonly string[] | null; language?: string | null; updatedSince?: string | null }
    | null
    | undefined;
  search?: string | null | undefined;
}

type SpaceQuery = SelectQueryBuilder<DB, 'Space', DB['Space']>;

/** The spaces of a query that a client selects. */
export function selectSpaces<Query>(
  { read, order }: { read: Queries; order: ListOrder },
  query: Query,
  { filter, search }: SpaceSelection,
): Query {
  let selected = query as unknown as SpaceQuery;
  if (filter?.visibility != null) selected = selected.where(read.inList('Space.visibility', [...filter.visibility]));
  if (filter?.language != null) selected = selected.where('Space.language', '=', filter.language);
  if (filter?.updatedSince != null)
    selected = selected.where(hasChanged(read, order, { column: 'updatedAt', since: filter.updatedSince }));
  if (search != null) selected = selected.where(containsFolded(read, 'Space.titleKey', search));
  return selected as unknown as Query;
}
