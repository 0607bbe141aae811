import { mutation } from '../../../api/graphql/schema/mutation.js';
import { deletedPayload } from '../../identity/organizations/deleted-payload.js';
import { collectionPayload } from './collection-payload.js';
import { deleteCollection } from './deletion-actions.js';
import { destinationFields } from './destination-fields.js';
import { moveCollection } from './move-actions.js';

mutation('deleteCollection', {
  description:
    'Deletes a collection with its nested collections, all of which the caller must administer. Its spaces are deleted as by `deleteSpace`; when restored, they are at the root of the organization.',
  policy: 'collection.delete',
  takes: 'The collection to delete.',
  input: (t) => ({ collection: t.id({ required: true, description: 'Id of the collection.' }) }),
  action: async (input, context) => {
    const organization = await deleteCollection(context, input.collection);
    return { deletedId: input.collection, organization };
  },
  payload: deletedPayload('collection'),
});

mutation('moveCollection', {
  description:
    'Moves a collection into another collection, which requires the same role there, or to another position in its own.',
  policy: 'collection.move',
  takes: 'Target of a collection; absent fields stay.',
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
