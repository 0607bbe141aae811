import type { Fields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { JSONDocument } from '../../content/revisions/scalars.js';
import { ChangeRequestSubject } from '../change-requests/change-request.js';
import {
  type ChangedRequest,
  changeRequestField,
  changeRequestIdFields,
  changeRequestPayload,
} from '../change-requests/change-request-payload.js';
import { reviewRequestsByChangeRequest } from './loaders.js';
import { type ReviewRequestResult, removeRequestedReviewer, requestReviewers } from './request-actions.js';
import { ReviewRequest } from './review-request.js';

/** Maximum number of users in one request. */
const maxUsers = 250;

mutation('requestReviewers', {
  description:
    'Asks members to review a change request in its present state. Earlier reviewers are asked again. CONFLICT for one that is neither draft nor open.',
  policy: 'changeRequest.update',
  takes: 'The people who are asked to review a change request, and its new texts.',
  input: (t) => ({
    ...changeRequestIdFields(t),
    users: t.idList({
      required: true,
      description: `Ids of members, at most ${maxUsers}.`,
      extensions: { rest: { schema: { maxItems: maxUsers } } },
    }),
    subject: t.field({ type: ChangeRequestSubject, description: 'Its new subject.' }),
    description: t.field({
      type: JSONDocument,
      description: 'Reason for the proposal; null removes it.',
      extensions: nullClears,
    }),
  }),
  action: async ({ space, changeRequest, ...input }, context) => ({
    spaceId: space,
    ...(await requestReviewers(context, { space, changeRequest }, input)),
  }),
  payload: {
    description: 'The person who was asked.',
    outputFields: (t: Fields<ReviewRequestResult & ChangedRequest>) => ({
      changeRequest: changeRequestField(t, 'The change request after the change.'),
      requests: t.field({
        type: [ReviewRequest],
        description: 'The requests, in the order of the users.',
        resolve: async ({ changeRequestId, users }, _args, { loaders }) => {
          const requests = await loaders.load(reviewRequestsByChangeRequest, changeRequestId);
          return users.flatMap((user) => requests.find(({ userId }) => userId === user) ?? []);
        },
      }),
    }),
  },
});

mutation('removeRequestedReviewer', {
  description: 'Withdraws a request for review; does nothing if there is none.',
  policy: 'changeRequest.update',
  takes: 'The user whose review is no longer asked for.',
  input: (t) => ({ ...changeRequestIdFields(t), user: t.id({ required: true, description: 'Id of the user.' }) }),
  action: async ({ user, ...name }, context) => ({
    spaceId: name.space,
    changeRequestId: await removeRequestedReviewer(context, name, user),
  }),
  payload: changeRequestPayload('The change request of the review.'),
});
