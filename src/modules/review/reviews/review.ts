import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { Revision } from '../../content/revisions/revision.js';
import { getRevision } from '../../content/revisions/revision-cache.js';
import { isAllowedInSpace } from '../../content/spaces/in-space.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import { addressesType, locationAddress } from '../../shared/addresses.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import { changeRequestsById } from '../change-requests/loaders.js';
import { Comment } from '../comments/comment.js';
import { commentsByReview } from '../comments/loaders.js';
import { reviewsById } from './loaders.js';

type Review = Row<'Review'>;

/** Verdict of a reviewer (`ChangeRequestReviewStatus` of the contract). */
export const ReviewStatus = documentedEnum('ReviewStatus', 'Verdict of a reviewer.', {
  'changes-requested': 'It must not be merged as it is.',
  approved: 'It can be merged.',
});

/** Allows access to a review if the viewer may see the change request. */
const seesReview: Guard<Review> = (review, context) => isAllowedInSpace(context, 'changeRequest.view', review);

const ReviewUrls = addressesType<Review>('ReviewUrls', {
  location: locationAddress(
    ({ spaceId, changeRequestId, id }) => `/spaces/${spaceId}/change-requests/${changeRequestId}/reviews/${id}`,
  ),
});

/** A review of a change request (`ChangeRequestReview` of the contract). */
export const Review = builder.node(builder.objectRef<Review>('Review'), {
  description: 'Verdict of a reviewer.',
  extensions: {
    guard: seesReview,
    rest: { name: 'ChangeRequestReview', constants: { object: 'change-request-review' } },
  },
  id: { resolve: ({ id }) => id, description: describe('Review', 'id') },
  fields: (t) => ({
    status: t.expose('status', { type: ReviewStatus, description: 'Verdict of the review.' }),
    reviewer: t.field({
      type: User,
      description: 'The reviewer.',
      resolve: ({ reviewerId }, _args, { loaders }) => loaders.get(usersById, reviewerId),
    }),
    byAgent: t.exposeBoolean('byAgent', { description: describe('Review', 'byAgent') }),
    requestedBy: t.field({
      type: User,
      nullable: true,
      description: describe('Review', 'requestedById'),
      resolve: ({ requestedById }, _args, { loaders }) =>
        requestedById === null ? null : loaders.get(usersById, requestedById),
    }),
    outdated: t.boolean({
      description: 'Whether the content was edited since; if so, the review counts for no merge rule.',
      resolve: async ({ changeRequestId, edits }, _args, { loaders }) =>
        edits < (await loaders.get(changeRequestsById, changeRequestId)).edits,
    }),
    comment: t.field({
      type: Comment,
      nullable: true,
      description: 'Text of the review.',
      resolve: ({ id }, _args, { loaders }) => loaders.load(commentsByReview, id),
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      description: 'The reviewed change request.',
      resolve: ({ changeRequestId }, _args, { loaders }) => loaders.get(changeRequestsById, changeRequestId),
    }),
    revisionId: t.exposeID('revisionId', { description: describe('Review', 'revisionId') }),
    revision: t.field({
      type: Revision,
      description: 'The change request in the state that was reviewed.',
      resolve: ({ organizationId, revisionId }, _args, { loaders }) =>
        getRevision(loaders, { organizationId, id: revisionId }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    urls: t.field({ type: ReviewUrls, description: 'Addresses of the review.', resolve: (review) => review }),
  }),
});

registerNode('Review', ({ loaders }, id) => loaders.load(reviewsById, id));
