import { builder } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import { Organization } from '../organizations/organization.js';
import { isVisibleCollection, isVisibleSpace, viewerKey } from '../shared/visible.js';
import { Space } from '../spaces/space.js';
import { Collection } from './collection.js';

builder.objectField(Organization, 'collections', (t) =>
  listField(t, {
    type: Collection,
    description: 'Collections of the organization that the caller may see, newest first.',
    args: {
      nested: t.arg.boolean({
        defaultValue: true,
        description: 'Whether collections inside other collections are listed too, not only those at the root.',
      }),
    },
    key: ({ id }) => id,
    list: ({ nested }, context) => ({
      name: 'Organization.collections',
      filters: [viewerKey(context), nested],
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId) => {
        const all = context.read.sql.selectFrom('Collection').selectAll().where('organizationId', '=', organizationId!);
        const visible = all.where(isVisibleCollection(context, 'collection.view'));
        return nested === false ? visible.where('parentId', 'is', null) : visible;
      },
    }),
  }),
);

builder.objectFields(Collection, (t) => ({
  spaces: listField(t, {
    type: Space,
    description: 'Spaces in the collection that the caller may see, in their own order; deleted ones are left out.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Collection.spaces',
      filters: viewerKey(context),
      order: { columns: ['position', 'id'], direction: 'asc' },
      query: (collectionId) =>
        context.read.sql
          .selectFrom('Space')
          .selectAll()
          .where('parentId', '=', collectionId!)
          .where('deletedAt', 'is', null)
          .where(isVisibleSpace(context, 'space.view')),
    }),
  }),
  collections: listField(t, {
    type: Collection,
    description: 'Collections in the collection that the caller may see, in their own order.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Collection.collections',
      filters: viewerKey(context),
      order: { columns: ['position', 'id'], direction: 'asc' },
      query: (collectionId) =>
        context.read.sql
          .selectFrom('Collection')
          .selectAll()
          .where('parentId', '=', collectionId!)
          .where(isVisibleCollection(context, 'collection.view')),
    }),
  }),
}));
