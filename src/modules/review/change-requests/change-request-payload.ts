import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { Fields, InputFields } from '../../../api/graphql/schema/builder.js';
import { selectedColumns } from '../../../api/graphql/schema/selected-columns.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { usersById } from '../../identity/users/loaders.js';
import { ChangeRequest } from './change-request.js';
import { changeRequestsById } from './loaders.js';

/** Returns the input fields that identify a change request: its space, and its id or its number in the space. */
export const changeRequestIdFields = (t: InputFields) => ({
  space: t.id({ required: true, description: 'Id of the space.' }),
  changeRequest: t.string({ required: true, description: 'Id of the change request, or its number within the space.' }),
});

/**
 * Returns the input fields that identify a change request and the revision that the caller expects. In `/v1`,
 * operations read the expected revision from the header `If-Match`.
 */
export const changeRequestAtRevisionFields = (t: InputFields) => ({
  ...changeRequestIdFields(t),
  head: t.id({
    description:
      'Id of the revision of the change request that the client expects: if it differs, the mutation is refused with CONFLICT.',
    extensions: { rest: { graphOnly: true } },
  }),
});

/** Ids of a change request that was changed, and of its space. */
export interface ChangedRequest {
  changeRequestId: string;
  spaceId: string;
}

/**
 * Returns the payload field with a change request that was changed. `description` describes the field in the schema.
 */
export function changeRequestField(t: Fields<ChangedRequest>, description: string) {
  return t.field({
    type: ChangeRequest,
    description,
    resolve: ({ changeRequestId, spaceId }, _args, ...[{ loaders, viewer }, info]: [Context, GraphQLResolveInfo]) => {
      // Starts to load objects that later fields probably need, so that one batch of queries reads all of them. The
      // guard needs the space. The author is usually the caller.
      ignoreRejection(loaders.load(spacesById, spaceId));
      const columns = selectedColumns(info, 'ChangeRequest');
      const hasAuthor = columns === null || columns.has('createdById');
      if (hasAuthor && viewer.kind !== 'anonymous') ignoreRejection(loaders.load(usersById, viewer.userId));
      return loaders.get(changeRequestsById, changeRequestId);
    },
  });
}

/** Ignores the error of a load that was started in advance, because a later load of the same object reports it. */
function ignoreRejection(loading: Promise<unknown>): void {
  loading.catch(() => {});
}

/**
 * Returns the payload type of a mutation that creates or changes a change request. `description` describes the type in
 * the schema.
 */
export function changeRequestPayload(description: string) {
  return {
    description,
    outputFields: (t: Fields<ChangedRequest>) => ({
      changeRequest: changeRequestField(t, 'The change request after the change.'),
    }),
  };
}
