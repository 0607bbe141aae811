import type { Fields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { DocumentInput } from '../../content/revisions/document-input.js';
import {
  type ChangedRequest,
  changeRequestField,
  changeRequestIdFields,
} from '../change-requests/change-request-payload.js';
import { type ReviewOutcome, submitReview } from './actions.js';
import { reviewsById } from './loaders.js';
import { Review, ReviewStatus } from './review.js';

mutation('submitReview', {
  description:
    'Reviews a change request in its present state, which also completes a request for review. CONFLICT for one that is neither draft nor open. Requested reviewers, and people whom a merge rule names, may too.',
  policy: 'changeRequest.review',
  takes: 'Verdict of a reviewer.',
  input: (t) => ({
    ...changeRequestIdFields(t),
    status: t.field({ type: ReviewStatus, required: true, description: 'Kind.' }),
    comment: t.field({
      type: DocumentInput,
      description: 'Text of the comment of the review; without one there is no comment.',
    }),
  }),
  action: async ({ space, changeRequest, ...review }, context) => ({
    spaceId: space,
    ...(await submitReview(context, { space, changeRequest }, review)),
  }),
  payload: {
    description: 'The review.',
    outputFields: (t: Fields<ReviewOutcome & ChangedRequest>) => ({
      review: t.field({
        type: Review,
        description: 'The review.',
        resolve: ({ reviewId }, _args, { loaders }) => loaders.get(reviewsById, reviewId),
      }),
      changeRequest: changeRequestField(t, 'The change request afterwards.'),
    }),
  },
});
