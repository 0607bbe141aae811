import { builder } from '../../../api/graphql/schema/builder.js';
import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { createCollection, updateCollection } from './actions.js';
import { Collection } from './collection.js';
import { collectionPayload } from './collection-payload.js';
import { DefaultLevel } from './enums.js';
import { collectionsById } from './loaders.js';

const CollectionTitle = textScalar('CollectionTitle', { description: 'Name of a collection.', maxLength: 50 });

const CollectionDescription = textScalar('CollectionDescription', {
  description: 'Description of a collection; may be empty.',
  minLength: 0,
  maxLength: 100,
});

builder.queryFields((t) => ({
  collection: t.field({
    type: Collection,
    nullable: true,
    description: 'A collection by its id.',
    args: { id: t.arg.id({ required: true, description: "The collection's id." }) },
    extensions: { policy: 'guard of Collection' },
    resolve: (_root, { id }, { loaders }) => loaders.load(collectionsById, id),
  }),
}));

mutation('createCollection', {
  description: 'Creates an empty collection, at the root or in another one.',
  policy: ['organization.createContent', 'collection.createContent'],
  takes: 'Fields of a new collection; all except the organization have a default.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    title: t.field({ type: CollectionTitle, description: 'Title; default `Untitled`.' }),
    parent: t.id({ description: 'Id of the collection to put it into; default the root.' }),
  }),
  action: async (input, context) => ({ id: await createCollection(context, input) }),
  payload: collectionPayload('The new collection.'),
});

mutation('updateCollection', {
  description: 'Updates a collection.',
  policy: 'collection.update',
  takes: 'Changes to a collection; absent fields stay.',
  input: (t) => ({
    collection: t.id({ required: true, description: 'Id of the collection.' }),
    title: t.field({ type: CollectionTitle, description: 'New title.' }),
    description: t.field({ type: CollectionDescription, description: 'Purpose.' }),
    defaultLevel: t.field({
      type: DefaultLevel,
      description: 'Role of members without a grant; null for none.',
      extensions: nullClears,
    }),
  }),
  action: async ({ collection, ...changes }, context) => {
    await updateCollection(context, collection, changes);
    return { id: collection };
  },
  payload: collectionPayload('The changed collection.'),
});
