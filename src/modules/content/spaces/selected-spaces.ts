import type { Context } from '../../../api/graphql/execution/context.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import type { List } from '../../../platform/db/query/connections.js';
import type { Row } from '../../../platform/db/query/rows.js';
import {
  type Columns,
  type GivenOrder,
  hasChanged,
  type OrderChoice,
  rowOrder,
  searchArgument,
  updatedSince,
} from '../../shared/list-arguments.js';
import { containsFolded } from '../../shared/text-match.js';
import { isVisibleSpace, viewerKey } from '../../shared/visible.js';
import { ContentVisibility, TranslationLanguage } from '../collections/enums.js';

/** Filter of a list of spaces. */
const SpaceFilter = builder.inputType('SpaceFilter', {
  description: 'Selection of spaces; all members must hold.',
  fields: (t) => ({
    visibility: t.field({ type: [ContentVisibility], description: 'Only those with one of these visibilities.' }),
    language: t.field({ type: TranslationLanguage, description: 'Only those whose content has this language.' }),
    updatedSince: updatedSince(t),
  }),
});

/** Returns the arguments of a list of spaces, which clients can sort by the given orders. */
export const spaceArguments = (t: Pick<Fields<unknown>, 'arg'>, orders: OrderChoice<Columns>) => ({
  filter: t.arg({ type: SpaceFilter, description: 'Selection of spaces.' }),
  orderBy: orders.argument(t),
  search: searchArgument(t, 'title'),
});

/** Argument values that a client gives for a list of spaces. */
interface Selection {
  filter?:
    | { visibility?: readonly string[] | null; language?: string | null; updatedSince?: string | null }
    | null
    | undefined;
  orderBy?: readonly GivenOrder[] | null | undefined;
  search?: string | null | undefined;
}

/** A list of spaces that the viewer sees under a parent. */
interface SpaceList {
  name: string;
  orders: OrderChoice<Columns>;
  /** Column with the id of the parent. */
  parent: 'organizationId' | 'parentId';
  /**
   * Set if the list contains the deleted spaces that the viewer may restore, instead of the spaces that are not
   * deleted.
   */
  areDeleted?: true;
}

/** Returns the spaces of a list that match a client's selection. */
export function selectedSpaces(
  context: Context,
  { name, orders, parent, areDeleted }: SpaceList,
  { filter, orderBy, search }: Selection,
): List<Row<'Space'>> {
  const { read } = context;
  const { visibility, language, updatedSince: since } = filter ?? {};
  const order = rowOrder(orders, orderBy);
  return {
    name,
    filters: [viewerKey(context), filter, orderBy, search],
    order,
    query(id) {
      let query = read.sql
        .selectFrom('Space')
        .selectAll()
        .where(parent, '=', id!)
        .where('deletedAt', areDeleted ? 'is not' : 'is', null)
        .where(isVisibleSpace(context, areDeleted ? 'space.restore' : 'space.view'));
      if (visibility != null) query = query.where(read.inList('Space.visibility', [...visibility]));
      if (language != null) query = query.where('Space.language', '=', language);
      if (since != null) query = query.where(hasChanged(read, order, { column: 'updatedAt', since }));
      return search == null ? query : query.where(containsFolded(read, 'Space.titleKey', search));
    },
  };
}
