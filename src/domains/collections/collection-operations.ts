import { builder } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import { textScalar } from '../../graphql/declare-scalars.js';
import { mutation } from '../../graphql/mutation.js';
import { nullClears } from '../../graphql/null-clears.js';
import { Organization } from '../organizations/organization.js';
import { isVisibleCollection, isVisibleSpace, viewerKey } from '../shared/visible.js';
import { DefaultLevel } from '../spaces/enums.js';
import { Space } from '../spaces/space.js';
import { createCollection, updateCollection } from './actions.js';
import { Collection } from './collection.js';
import { collectionPayload } from './collection-payload.js';

const CollectionTitle = textScalar('CollectionTitle', { description: 'Name of a collection.', maxLength: 50 });

const CollectionDescription = textScalar('CollectionDescription', {
  description: 'What a collection is for; may be empty.',
  minLength: 0,
  maxLength: 100,
});

builder.objectField(Organization, 'collections', (t) =>
  listField(t, {
    type: Collection,
    description: 'Collections of the organization that the caller may see, newest first.',
    args: {
      nested: t.arg.boolean({
        defaultValue: true,
        description: 'Whether those in other collections are listed too; false: only those at the root.',
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

mutation('createCollection', {
  description: 'Creates an empty collection, at the root or in another one.',
  policy: ['organization.createContent', 'collection.createContent'],
  takes: 'What a collection is created with; all but the organization has a default.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    title: t.field({ type: CollectionTitle, description: 'Title; default `Untitled`.' }),
    parent: t.id({ description: 'Id of the collection to put it into; default the root.' }),
  }),
  action: async (input, context) => ({ id: await createCollection(context, input) }),
  payload: collectionPayload('The new collection.'),
});

mutation('updateCollection', {
  description: 'Changes a collection.',
  policy: 'collection.update',
  takes: 'What to change of a collection; absent members stay as they are.',
  input: (t) => ({
    collection: t.id({ required: true, description: 'Id of the collection.' }),
    title: t.field({ type: CollectionTitle, description: 'New title.' }),
    description: t.field({ type: CollectionDescription, description: 'What it is for.' }),
    defaultLevel: t.field({
      type: DefaultLevel,
      description: 'Role of members without a grant; null gives nothing.',
      extensions: nullClears,
    }),
  }),
  action: async ({ collection, ...changes }, context) => {
    await updateCollection(context, collection, changes);
    return { id: collection };
  },
  payload: collectionPayload('The changed collection.'),
});
