import { builder } from '../../../api/graphql/schema/builder.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { findChangeRequest } from '../change-requests/find-change-request.js';
import { Discussion } from './discussion.js';

builder.queryField('discussion', (t) =>
  t.field({
    type: Discussion,
    nullable: true,
    description: 'A comment on a space, or on a change request of it.',
    args: {
      space: t.arg.id({ required: true, description: "The space's id." }),
      changeRequest: t.arg.string({
        description: 'Id, or number within the space, of the change request; absent for the space itself.',
      }),
    },
    extensions: { policy: 'guard of Discussion' },
    resolve: async (_root, { space: spaceId, changeRequest: name }, context) => {
      if (name == null) {
        const space = await context.loaders.load(spacesById, spaceId);
        return space && { id: spaceId, organizationId: space.organizationId, spaceId, changeRequestId: null };
      }
      const found = await findChangeRequest(context, name, spaceId);
      return found && { id: found.id, organizationId: found.organizationId, spaceId, changeRequestId: found.id };
    },
  }),
);
