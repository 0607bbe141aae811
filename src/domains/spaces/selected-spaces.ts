import { type Expression, type SqlBool, sql } from 'kysely';
import { builder } from '../../graphql/builder.js';
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

/** What a client selects of a list of spaces. */
export interface SpaceSelection {
  filter?:
    | { visibility?: readonly string[] | null; language?: string | null; updatedSince?: string | null }
    | null
    | undefined;
  search?: string | null | undefined;
}

/** The condition that a row of `Space` is one that a client selects, in a list with an order. */
export function isSelectedSpace(
  read: Queries,
  order: ListOrder,
  { filter, search }: SpaceSelection,
): Expression<SqlBool> {
  const { visibility, language, updatedSince: since } = filter ?? {};
  const conditions = [
    sql<SqlBool>`1 = 1`,
    ...(visibility == null ? [] : [read.inList('Space.visibility', [...visibility])]),
    ...(language == null ? [] : [sql<SqlBool>`${sql.ref('Space.language')} = ${language}`]),
    ...(since == null ? [] : [hasChanged(read, order, { column: 'updatedAt', since })]),
    ...(search == null ? [] : [containsFolded(read, 'Space.titleKey', search)]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
