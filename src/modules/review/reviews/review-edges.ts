import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { User } from '../../identity/users/user.js';
import { isInVisibleSpace, viewerKey } from '../../shared/visible.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import { reviewsById } from './loaders.js';
import { Review } from './review.js';
import { ReviewRequest } from './review-request.js';

const ReviewFilter = builder.inputType('ReviewFilter', {
  description: 'Selection of reviews.',
  fields: (t) => ({
    outdated: t.boolean({ description: 'Only those whose content was edited since, or only the others.' }),
  }),
});

builder.objectFields(ChangeRequest, (t) => ({
  reviews: listField(t, {
    type: Review,
    description: 'Its reviews, newest first; of each reviewer only the latest counts.',
    args: { filter: t.arg({ type: ReviewFilter, description: 'Selection of reviews.' }) },
    key: ({ id }) => id,
    list: ({ filter }, { read }) => ({
      name: 'ChangeRequest.reviews',
      filters: filter,
      order: { columns: ['id'], direction: 'desc' },
      query: (id) => {
        const outdated = filter?.outdated;
        const all = read.sql.selectFrom('Review').selectAll().where('changeRequestId', '=', id!);
        const edits = read.sql
          .selectFrom('ChangeRequest')
          .select('ChangeRequest.edits')
          .where('ChangeRequest.id', '=', id!);
        return outdated == null ? all : all.where('Review.edits', outdated ? '<' : '=', edits);
      },
    }),
  }),
  review: t.field({
    type: Review,
    nullable: true,
    description: 'One of its reviews, by its id.',
    args: { id: t.arg.id({ required: true, description: "The review's id." }) },
    resolve: async (changeRequest, { id }, { loaders }) => {
      const review = await loaders.load(reviewsById, id);
      return review?.changeRequestId === changeRequest.id ? review : null;
    },
  }),
  reviewRequests: listField(t, {
    type: ReviewRequest,
    description: 'The people who were asked to review it and have not reviewed it yet, latest first.',
    args: {},
    key: ({ id }) => id,
    list: (_args, { read }) => ({
      name: 'ChangeRequest.reviewRequests',
      order: { columns: ['createdAt', 'userId'], direction: 'desc', constantNullColumn: 'answeredAt' },
      query: (id) =>
        read.sql
          .selectFrom('ReviewRequest')
          .selectAll()
          .where('changeRequestId', '=', id!)
          .where('answeredAt', 'is', null),
    }),
  }),
}));

builder.objectField(User, 'reviewRequests', (t) =>
  listField(t, {
    type: ReviewRequest,
    description:
      'Reviews that the person was asked for and has not given yet, of change requests that the caller may see.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'User.reviewRequests',
      filters: viewerKey(context),
      order: { columns: ['changeRequestId'], direction: 'desc', constantNullColumn: 'answeredAt' },
      query: (userId) =>
        context.read.sql
          .selectFrom('ReviewRequest')
          .selectAll()
          .where('userId', '=', userId!)
          .where('answeredAt', 'is', null)
          .where(isInVisibleSpace(context, 'changeRequest.view')),
    }),
  }),
);
