import { builder } from '../../graphql/builder.js';
import { collectionPayload } from './collection-payload.js';
import { deleteCollection } from './delete-collection.js';
import { destinationFields } from './destination-fields.js';
import { moveCollection } from './move.js';
import type { ContentPosition } from './target-position.js';

builder.relayMutationField(
  'deleteCollectionById',
  {
    description: 'Which collection to delete.',
    inputFields: (t) => ({ collection: t.id({ required: true, description: 'Id of the collection.' }) }),
  },
  {
    description:
      'Deletes a collection and the collections in it; takes the role admin on it and on all in it. The spaces in it are deleted ' +
      'as by `deleteSpaceById`; restored, they are at the root of the organization.',
    extensions: { policy: 'collection.delete' },
    resolve: async (_root, { input }, context) => {
      await deleteCollection(context, input.collection);
      return { id: input.collection };
    },
  },
  {
    description: 'The deleted collection.',
    outputFields: (t) => ({
      collectionId: t.id({ description: 'Id that the collection had.', resolve: ({ id }) => id }),
    }),
  },
);

builder.relayMutationField(
  'moveCollection',
  {
    description: 'Where to move a collection; absent members stay as they are.',
    inputFields: (t) => ({
      collection: t.id({ required: true, description: 'Id of the collection.' }),
      ...destinationFields(t),
    }),
  },
  {
    description:
      'Moves a collection into another collection, or to another place in its own; takes the role create on it and there.',
    extensions: { policy: 'collection.move' },
    resolve: async (_root, { input: { collection: id, parent, position } }, context) => {
      await moveCollection(context, { id, parent, position: position as ContentPosition | null | undefined });
      return { id };
    },
  },
  collectionPayload('The moved collection.'),
);
