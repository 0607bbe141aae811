import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import { dependsOnColumns } from '../../../api/graphql/schema/selected-columns.js';
import type { Loaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { baseRevisionOf } from '../../content/revisions/base-revision.js';
import { Revision } from '../../content/revisions/revision.js';
import { getRevision } from '../../content/revisions/revision-cache.js';
import { JSONDocument } from '../../content/revisions/scalars.js';
import { isAllowedInSpace } from '../../content/spaces/in-space.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { Space } from '../../content/spaces/space.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { Organization } from '../../identity/organizations/organization.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import { addressesType, appAddress, locationAddress } from '../../shared/addresses.js';
import { changeRequestsById } from './loaders.js';

type ChangeRequest = Row<'ChangeRequest'>;

/** States of a change request (`ChangeRequestStatus`). */
export const ChangeRequestStatus = documentedEnum('ChangeRequestStatus', 'State of a change request.', {
  draft: 'Being written.',
  open: 'Proposed.',
  archived: 'Archived; it can be reopened.',
  merged: 'Merged into its space; this state is final.',
});

/** Subject of a change request. */
export const ChangeRequestSubject = textScalar('ChangeRequestSubject', {
  description: 'Subject of a change request; may be empty.',
  minLength: 0,
  maxLength: 100,
});

const ChangeRequestUrls = addressesType<ChangeRequest>('ChangeRequestUrls', {
  app: appAddress(),
  location: locationAddress(({ spaceId, id }) => `/spaces/${spaceId}/change-requests/${id}`),
});

/** Allows access to a change request if the viewer may see its space. */
export const seesChangeRequest: Guard<ChangeRequest> = (changeRequest, context) =>
  isAllowedInSpace(context, 'changeRequest.view', changeRequest);

/** Returns the fields for the revisions of a change request, as ids and as objects. */
const revisionFields = (t: Fields<ChangeRequest>) => ({
  revisionId: t.exposeID('revisionId', { description: describe('ChangeRequest', 'revisionId') }),
  revision: t.field({
    type: Revision,
    description: 'The proposed content.',
    resolve: (changeRequest, _args, { loaders }) => proposedRevision(loaders, changeRequest),
  }),
  revisionInitialId: t.exposeID('revisionInitialId', { description: describe('ChangeRequest', 'revisionInitialId') }),
  revisionInitial: t.field({
    type: Revision,
    description: describe('ChangeRequest', 'revisionInitialId'),
    resolve: ({ organizationId, revisionInitialId: id }, _args, { loaders }) =>
      getRevision(loaders, { organizationId, id }),
  }),
  revisionMergedAncestorId: t.exposeID('revisionMergedAncestorId', {
    nullable: true,
    description: describe('ChangeRequest', 'revisionMergedAncestorId'),
  }),
  revisionMergedId: t.exposeID('revisionMergedId', {
    nullable: true,
    description: describe('ChangeRequest', 'revisionMergedId'),
  }),
  revisionMergedAncestor: t.field({
    type: Revision,
    nullable: true,
    description: describe('ChangeRequest', 'revisionMergedAncestorId'),
    resolve: ({ organizationId, revisionMergedAncestorId: id }, _args, { loaders }) =>
      id === null ? null : getRevision(loaders, { organizationId, id }),
  }),
  revisionMerged: t.field({
    type: Revision,
    nullable: true,
    description: describe('ChangeRequest', 'revisionMergedId'),
    resolve: ({ organizationId, revisionMergedId: id }, _args, { loaders }) =>
      id === null ? null : getRevision(loaders, { organizationId, id }),
  }),
});

/** A change request. */
export const ChangeRequest = builder.node(builder.objectRef<ChangeRequest>('ChangeRequest'), {
  description: 'A proposal to change a space, with its own revisions until it is merged.',
  extensions: {
    guard: seesChangeRequest,
    ...dependsOnColumns<ChangeRequest>('organizationId', 'spaceId'),
    rest: { constants: { object: 'change-request' } },
  },
  id: { resolve: ({ id }) => id, description: describe('ChangeRequest', 'id') },
  fields: (t) => ({
    number: t.exposeInt('number', { description: describe('ChangeRequest', 'number') }),
    status: t.expose('status', { type: ChangeRequestStatus, description: 'State of the change request.' }),
    subject: t.exposeString('subject', { description: describe('ChangeRequest', 'subject') }),
    description: t.expose('description', {
      type: JSONDocument,
      nullable: true,
      description: describe('ChangeRequest', 'description'),
    }),
    createdBy: t.field({
      type: User,
      description: 'The user who opened it.',
      extensions: dependsOnColumns<ChangeRequest>('createdById'),
      resolve: ({ createdById }, _args, { loaders }) => loaders.get(usersById, createdById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was opened.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space that it proposes to change.',
      extensions: dependsOnColumns<ChangeRequest>('spaceId'),
      resolve: ({ spaceId }, _args, { loaders }) => loaders.load(spacesById, spaceId),
    }),
    ...revisionFields(t),
    organization: t.field({
      type: Organization,
      description: 'The organization of the space.',
      extensions: dependsOnColumns<ChangeRequest>('organizationId'),
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    openComments: t.exposeInt('commentsOpen', { description: describe('ChangeRequest', 'commentsOpen') }),
    outdated: t.boolean({
      description: 'Whether the space has changed since the change request was last updated.',
      resolve: async (changeRequest, _args, { loaders }) => {
        if (changeRequest.status === 'merged') return false;
        const space = await loaders.get(spacesById, changeRequest.spaceId);
        return space.revisionId !== baseRevisionOf(changeRequest);
      },
    }),
    conversationsIssuesClusterId: t.exposeID('conversationsIssuesClusterId', {
      nullable: true,
      description: 'Id of the cluster of issues that it answers.',
    }),
    urls: t.field({
      type: ChangeRequestUrls,
      description: 'Addresses of the change request.',
      extensions: dependsOnColumns<ChangeRequest>('id', 'spaceId'),
      resolve: (changeRequest) => changeRequest,
    }),
  }),
});

registerNode('ChangeRequest', ({ loaders }, id) => loaders.load(changeRequestsById, id));

/**
 * Returns the revision that a change request proposes. Before its first change, this is a revision of the space. The
 * returned row always has the `changeRequestId` of the change request, so that its content is treated as content of the
 * change request.
 */
export async function proposedRevision(
  loaders: Loaders,
  { id, organizationId, revisionId }: ChangeRequest,
): Promise<Row<'Revision'>> {
  const revision = await getRevision(loaders, { organizationId, id: revisionId });
  return { ...revision, changeRequestId: id };
}
