import { builder } from '../../graphql/builder.js';
import { destinationFields } from '../collections/destination-fields.js';
import { moveSpace } from '../collections/move.js';
import type { ContentPosition } from '../collections/target-position.js';
import { deleteSpace, restoreSpace } from './delete-space.js';
import { duplicateSpace } from './duplicate-space.js';
import { spacePayload } from './space-payload.js';

builder.relayMutationField(
  'deleteSpaceById',
  {
    description: 'Which space to delete.',
    inputFields: (t) => ({ space: t.id({ required: true, description: 'Id of the space.' }) }),
  },
  {
    description:
      'Deletes a space; takes the role admin on it. Only admins of the organization see it then, and it can be restored for 7 days.',
    extensions: { policy: 'space.delete' },
    resolve: async (_root, { input }, context) => {
      await deleteSpace(context, input.space);
      return { id: input.space };
    },
  },
  {
    description: 'The deleted space.',
    outputFields: (t) => ({ spaceId: t.id({ description: 'Id of the space.', resolve: ({ id }) => id }) }),
  },
);

builder.relayMutationField(
  'restoreSpace',
  {
    description: 'Which space to restore.',
    inputFields: (t) => ({ space: t.id({ required: true, description: 'Id of the space.' }) }),
  },
  {
    description: 'Restores a space that was deleted less than 7 days ago; takes being admin of the organization.',
    extensions: { policy: 'space.restore' },
    resolve: async (_root, { input }, context) => {
      await restoreSpace(context, input.space);
      return { id: input.space };
    },
  },
  spacePayload('The restored space.'),
);

builder.relayMutationField(
  'duplicateSpace',
  {
    description: 'Which space to duplicate.',
    inputFields: (t) => ({ space: t.id({ required: true, description: 'Id of the space.' }) }),
  },
  {
    description:
      'Makes a copy of a space beside it, with new ids, the same content, settings and grants; takes the role create in the ' +
      'collection that holds it, or in the organization.',
    extensions: { policy: 'organization.createContent or collection.createContent' },
    resolve: async (_root, { input }, context) => ({ id: await duplicateSpace(context, input.space) }),
  },
  spacePayload('The copy.'),
);

builder.relayMutationField(
  'moveSpace',
  {
    description: 'Where to move a space; absent members stay as they are.',
    inputFields: (t) => ({
      space: t.id({ required: true, description: 'Id of the space.' }),
      ...destinationFields(t),
    }),
  },
  {
    description:
      'Moves a space into another collection, or to another place in its own; takes the role create on it and there.',
    extensions: { policy: 'space.move' },
    resolve: async (_root, { input: { space: id, parent, position } }, context) => {
      await moveSpace(context, { id, parent, position: position as ContentPosition | null | undefined });
      return { id };
    },
  },
  spacePayload('The moved space.'),
);
