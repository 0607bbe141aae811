import { mutation } from '../../../api/graphql/schema/mutation.js';
import { deletedPayload } from '../../identity/organizations/deleted-payload.js';
import { destinationFields } from '../collections/destination-fields.js';
import { moveSpace } from '../collections/move-actions.js';
import { spacePayload } from '../spaces/space-payload.js';
import { deleteSpace, restoreSpace } from './deletion-actions.js';
import { duplicateSpace } from './duplicate-space.js';

mutation('deleteSpace', {
  description: 'Deletes a space. Only admins of the organization see it afterwards, and it can be restored for 7 days.',
  policy: 'space.delete',
  takes: 'The space to delete.',
  input: (t) => ({ space: t.id({ required: true, description: 'Id of the space.' }) }),
  action: async (input, context) => {
    const organization = await deleteSpace(context, input.space);
    return { deletedId: input.space, organization };
  },
  payload: deletedPayload('space'),
});

mutation('restoreSpace', {
  description: 'Restores a space that was deleted less than 7 days ago; only admins of the organization see it.',
  policy: 'space.restore',
  takes: 'The space to restore.',
  input: (t) => ({ space: t.id({ required: true, description: 'Id of the space.' }) }),
  action: async (input, context) => {
    await restoreSpace(context, input.space);
    return { id: input.space };
  },
  payload: spacePayload('The restored space.'),
});

mutation('duplicateSpace', {
  description: 'Copies a space into the same collection, with new ids and the same content, settings and grants.',
  policy: ['organization.createContent', 'collection.createContent'],
  takes: 'The space to duplicate.',
  input: (t) => ({ space: t.id({ required: true, description: 'Id of the space.' }) }),
  action: async (input, context) => ({ id: await duplicateSpace(context, input.space) }),
  payload: spacePayload('The copy.'),
});

mutation('moveSpace', {
  description:
    'Moves a space into another collection, which requires the same role there, or to another position in its own.',
  policy: 'space.move',
  takes: 'Target of a space; absent fields stay.',
  input: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    ...destinationFields(t),
  }),
  action: async ({ space: id, parent, position }, context) => {
    await moveSpace(context, { id, parent, position });
    return { id };
  },
  payload: spacePayload('The moved space.'),
});
