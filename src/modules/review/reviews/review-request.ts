import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { Revision } from '../../content/revisions/revision.js';
import { getRevision } from '../../content/revisions/revision-cache.js';
import { isAllowedInSpace } from '../../content/spaces/in-space.js';
import { Team } from '../../identity/teams/team.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import { changeRequestsById } from '../change-requests/loaders.js';

type ReviewRequest = Row<'ReviewRequest'>;

/** Allows access to a review request if the viewer may see the change request. */
const seesReviewRequest: Guard<ReviewRequest> = (request, context) =>
  isAllowedInSpace(context, 'changeRequest.view', request);

const ReviewerKind = documentedEnum('ReviewerKind', 'A request for a review.', {
  user: 'A person.',
  team: 'A team.',
});

/** A request for a review (`ChangeRequestRequestedReviewer` of the contract). */
export const ReviewRequest = builder.objectRef<ReviewRequest>('ReviewRequest').implement({
  description: 'A person who was asked to review a change request.',
  extensions: {
    guard: seesReviewRequest,
    rest: {
      name: 'ChangeRequestRequestedReviewer',
      constants: { object: 'change-request-requested-reviewer' },
    },
  },
  fields: (t) => ({
    kind: t.field({ type: ReviewerKind, description: 'Text of the question.', resolve: () => 'user' }),
    team: t.field({
      type: Team,
      nullable: true,
      description: 'The requested team. Always null, because only people can be requested.',
      resolve: () => null,
    }),
    user: t.field({
      type: User,
      description: 'The person who was asked.',
      resolve: ({ userId }, _args, { loaders }) => loaders.get(usersById, userId),
    }),
    requestedBy: t.field({
      type: User,
      description: 'The person who asked.',
      resolve: ({ requestedById }, _args, { loaders }) => loaders.get(usersById, requestedById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they were asked.' }),
    answeredAt: t.expose('answeredAt', {
      type: 'DateTime',
      nullable: true,
      description: describe('ReviewRequest', 'answeredAt'),
    }),
    revisionId: t.exposeID('revisionId', { description: describe('ReviewRequest', 'revisionId') }),
    revision: t.field({
      type: Revision,
      description: 'The change request in the state when the person was asked.',
      resolve: ({ organizationId, revisionId }, _args, { loaders }) =>
        getRevision(loaders, { organizationId, id: revisionId }),
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      description: 'The review.',
      resolve: ({ changeRequestId }, _args, { loaders }) => loaders.get(changeRequestsById, changeRequestId),
    }),
  }),
});
