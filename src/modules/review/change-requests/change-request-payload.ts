import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { Fields, InputFields } from '../../../api/graphql/schema/builder.js';
import { selectedColumns } from '../../../api/graphql/schema/selected-columns.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { usersById } from '../../identity/users/loaders.js';
import { ChangeRequest } from './change-request.js';
import { changeRequestsById } from './loaders.js';

/** What names a change request in the input of a mutation: its space, and its id or its number there. */
export const changeRequestNames = (t: InputFields) => ({
  space: t.id({ required: true, description: 'Id of the space.' }),
  changeRequest: t.string({ required: true, description: 'Id of the change request, or its number within the space.' }),
});

/** The same with the revision that the caller knows; `/v1` has `If-Match` for that, where it has it. */
export const knownChangeRequest = (t: InputFields) => ({
  ...changeRequestNames(t),
  head: t.id({
    description:
      'Id of the revision of the change request that the client expects: if it differs, the mutation is refused with CONFLICT.',
    extensions: { rest: { graphOnly: true } },
  }),
});

/** A change request that something was done to, and its space. */
export interface ChangedRequest {
  changeRequestId: string;
  spaceId: string;
}

/** The change request that something was done to; `description` says in which state it is. */
export function changeRequestField(t: Fields<ChangedRequest>, description: string) {
  return t.field({
    type: ChangeRequest,
    description,
    resolve: ({ changeRequestId, spaceId }, _args, ...[{ loaders, viewer }, info]: [Context, GraphQLResolveInfo]) => {
      // What is asked of it next travels with it: its guard reads the space, and mostly who changes it has opened it.
      ahead(loaders.load(spacesById, spaceId));
      const columns = selectedColumns(info, 'ChangeRequest');
      const hasAuthor = columns === null || columns.has('createdById');
      if (hasAuthor && viewer.kind !== 'anonymous') ahead(loaders.load(usersById, viewer.userId));
      return loaders.get(changeRequestsById, changeRequestId);
    },
  });
}

/** Whoever asks for it is told where it fails. */
function ahead(loading: Promise<unknown>): void {
  loading.catch(() => {});
}

/** The payload of a mutation that makes or changes one change request; `description` says what it is. */
export function changeRequestPayload(description: string) {
  return {
    description,
    outputFields: (t: Fields<ChangedRequest>) => ({
      changeRequest: changeRequestField(t, 'The change request after the change.'),
    }),
  };
}
