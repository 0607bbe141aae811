import type { Fields } from '../../../api/graphql/schema/builder.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { Space } from '../../content/spaces/space.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import { changeRequestsById } from '../change-requests/loaders.js';

/** Returns the fields `space` and `changeRequest` for an object with the ids of both, such as a comment. */
export function ownerFields(t: Fields<{ spaceId: string; changeRequestId: string | null }>) {
  return {
    space: t.field({
      type: Space,
      description: 'The space.',
      resolve: ({ spaceId }, _args, { loaders }) => loaders.get(spacesById, spaceId),
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'The change request; null for a comment on the space itself.',
      resolve: ({ changeRequestId }, _args, { loaders }) =>
        changeRequestId === null ? null : loaders.get(changeRequestsById, changeRequestId),
    }),
  };
}
