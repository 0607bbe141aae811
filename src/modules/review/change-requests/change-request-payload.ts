import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { Fields, InputFields } from '../../../api/graphql/schema/builder.js';
import { selectedColumns } from '../../../api/graphql/schema/selected-columns.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { usersById } from '../../identity/users/loaders.js';
import { ChangeRequest } from './change-request.js';
import { changeRequestsById } from './loaders.js';

/** Input fields that identify a change request: its space, and either its id or its number in the space. */
export const changeRequestNames = (t: InputFields) => ({
  space: t.id({ required: true, description: 'Id of the space.' }),
  changeRequest: t.string({ required: true, description: 'Id of the change request, or its number within the space.' }),
});

/**
 * Input fields that identify a change request and the revision that the caller expects. In `/v1`, operations that
 * support an expected revision read it from `If-Match`.
 */
export const changeRequestAtRevisionFields = (t: InputFields) => ({
  ...changeRequestNames(t),
  head: t.id({
    description:
      'Id of the revision of the change request that the client expects: if it differs, the mutation is refused with CONFLICT.',
    extensions: { rest: { graphOnly: true } },
  }),
});

/** A change request that was changed, and its space. */
export interface ChangedRequest {
  changeRequestId: string;
  spaceId: string;
}

/** Returns the field for the changed change request; `description` says which state of it is returned. */
export function changeRequestField(t: Fields<ChangedRequest>, description: string) {
  return t.field({
    type: ChangeRequest,
    description,
    resolve: ({ changeRequestId, spaceId }, _args, ...[{ loaders, viewer }, info]: [Context, GraphQLResolveInfo]) => {
      // Starts to load objects that later fields probably need, so that they are in the same batch. The guard reads the
      // space. The author is usually the caller.
      ignoreRejection(loaders.load(spacesById, spaceId));
      const columns = selectedColumns(info, 'ChangeRequest');
      const hasAuthor = columns === null || columns.has('createdById');
      if (hasAuthor && viewer.kind !== 'anonymous') ignoreRejection(loaders.load(usersById, viewer.userId));
      return loaders.get(changeRequestsById, changeRequestId);
    },
  });
}

/** Ignores the error of a load that was started in advance; later loads of the same object report it. */
function ignoreRejection(loading: Promise<unknown>): void {
  loading.catch(() => {});
}

/**
 * Returns the payload type of a mutation that creates or changes one change request; `description` describes the
 * payload.
 */
export function changeRequestPayload(description: string) {
  return {
    description,
    outputFields: (t: Fields<ChangedRequest>) => ({
      changeRequest: changeRequestField(t, 'The change request after the change.'),
    }),
  };
}
