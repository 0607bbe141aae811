import { mutation } from '../../graphql/mutation.js';
import { collectionPayload } from './collection-payload.js';
import { deleteCollection } from './deletion-actions.js';
import { destinationFields } from './destination-fields.js';
import { moveCollection } from './move-actions.js';

mutation('deleteCollection', {
  description:
    'Deletes a collection and the collections in it, all of which the caller must administer. The spaces in it are deleted as by `deleteSpace`; restored, they are at the root of the organization.',
  policy: 'collection.delete',
  takes: 'Which collection to delete.',
  input: (t) => ({ collection: t.id({ required: true, description: 'Id of the collection.' }) }),
  action: async (input, context) => {
    await deleteCollection(context, input.collection);
    return { id: input.collection };
  },
  payload: {
    description: 'The deleted collection.',
    outputFields: (t) => ({
      collectionId: t.id({ description: 'Id that the collection had.', resolve: ({ id }) => id }),
    }),
  },
});

mutation('moveCollection', {
  description:
    'Moves a collection into another collection, where it takes the same role, or to another place in its own.',
  policy: 'collection.move',
  takes: 'Where to move a collection; absent members stay as they are.',
  input: (t) => ({
    collection: t.id({ required: true, description: 'Id of the collection.' }),
    ...destinationFields(t),
  }),
  action: async ({ collection: id, parent, position }, context) => {
    await moveCollection(context, { id, parent, position });
    return { id };
  },
  payload: collectionPayload('The moved collection.'),
});
