import type { Context } from '../../../api/graphql/execution/context.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import type { ListOrder } from '../../../platform/db/query/keyset.js';
import { Organization } from '../../identity/organizations/organization.js';
import {
  byTitle,
  type Columns,
  hasChanged,
  orderChoice,
  rowOrder,
  searchArgument,
  updatedSince,
} from '../../shared/list-arguments.js';
import { containsFolded } from '../../shared/text-match.js';
import { isVisibleCollection, viewerKey } from '../../shared/visible.js';
import { Collection } from '../collections/collection.js';
import { selectedSpaces, spaceArguments } from './selected-spaces.js';
import { Space } from './space.js';

const CollectionFilter = builder.inputType('CollectionFilter', {
  description: 'Selection of collections; all members must hold.',
  fields: (t) => ({
    nested: t.boolean({
      description:
        'Whether collections inside other collections are listed too, not only those at the root; default true.',
    }),
    updatedSince: updatedSince(t),
  }),
});

interface Selection {
  filter?: { nested?: boolean | null; updatedSince?: string | null } | null | undefined;
  search?: string | null | undefined;
}

const collectionOrder = orderChoice<Columns>('Collection', {
  createdAt: { description: 'When the collection was created.', order: { columns: ['id'] } },
  updatedAt: { description: 'When the collection last changed.', order: { columns: ['updatedAt', 'id'] } },
  title: byTitle,
});

const contentOrder = orderChoice<Columns>('Content', {
  position: { description: 'Position in the collection.', order: { columns: ['position', 'id'] }, direction: 'asc' },
  title: byTitle,
});

function visibleCollections(context: Context, order: ListOrder, { filter, search }: Selection) {
  const { read } = context;
  const all = read.sql.selectFrom('Collection').selectAll();
  let query = all.where(isVisibleCollection(context, 'collection.view'));
  if (filter?.nested === false) query = query.where('parentId', 'is', null);
  if (filter?.updatedSince != null)
    query = query.where(hasChanged(read, order, { column: 'updatedAt', since: filter.updatedSince }));
  return search == null ? query : query.where(containsFolded(read, 'Collection.titleKey', search));
}

const collectionArguments = (t: Pick<Fields<unknown>, 'arg'>) => ({
  filter: t.arg({ type: CollectionFilter, description: 'Selection of collections.' }),
  search: searchArgument(t, 'title'),
});

builder.objectField(Organization, 'collections', (t) =>
  listField(t, {
    type: Collection,
    description: 'Collections of the organization that the caller may see, newest first.',
    args: { ...collectionArguments(t), orderBy: collectionOrder.argument(t) },
    key: ({ id }) => id,
    list({ orderBy, ...selection }, context) {
      const order = rowOrder(collectionOrder, orderBy);
      return {
        name: 'Organization.collections',
        filters: [viewerKey(context), orderBy, selection],
        order,
        query: (id) => visibleCollections(context, order, selection).where('organizationId', '=', id!),
      };
    },
  }),
);

builder.objectFields(Collection, (t) => ({
  spaces: listField(t, {
    type: Space,
    description: 'Spaces in the collection that the caller may see, in their own order; deleted ones are left out.',
    args: spaceArguments(t, contentOrder),
    key: ({ id }) => id,
    list: (selection, context) =>
      selectedSpaces(context, { name: 'Collection.spaces', orders: contentOrder, parent: 'parentId' }, selection),
  }),
  collections: listField(t, {
    type: Collection,
    description: 'Collections in the collection that the caller may see, in their own order.',
    args: { ...collectionArguments(t), orderBy: contentOrder.argument(t) },
    key: ({ id }) => id,
    list({ orderBy, ...selection }, context) {
      const order = rowOrder(contentOrder, orderBy);
      return {
        name: 'Collection.collections',
        filters: [viewerKey(context), orderBy, selection],
        order,
        query: (id) => visibleCollections(context, order, selection).where('parentId', '=', id!),
      };
    },
  }),
}));
