import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { User } from '../../identity/users/user.js';
import { commonCommentFields, guardOfComment } from './comment-or-reply-fields.js';
import { CommentAnchor, CommentStatus, CommentTarget, ReplyAuthor } from './comment-parts.js';
import { CommentReply } from './comment-reply.js';
import { ownerFields } from './discussion-owner-fields.js';
import { currentAnchorOf } from './find-anchor.js';
import { commentsById, findRelatedUser, responsesByComment } from './loaders.js';

/** A comment (`Comment` of the contract). */
export const Comment = builder.node(builder.objectRef<Row<'Comment'>>('Comment'), {
  description: 'A comment on a space, or on a change request of it; with its replies, a thread.',
  extensions: { guard: guardOfComment, rest: { constants: { object: 'comment' } } },
  id: { resolve: ({ id }) => id, description: describe('Comment', 'id') },
  fields: (t) => ({
    ...commonCommentFields(t),
    status: t.expose('status', { type: CommentStatus, description: 'Whether it is open or resolved.' }),
    resolvedAt: t.expose('resolvedAt', { type: 'DateTime', nullable: true, description: 'When it was resolved.' }),
    resolvedBy: t.field({
      type: User,
      nullable: true,
      description: 'The user who resolved it.',
      resolve: ({ id: commentId, resolvedById: userId }, _args, context) =>
        userId === null ? null : findRelatedUser(context, { commentId, userId }),
    }),
    target: t.field({ type: CommentTarget, description: 'Subject, as ids.', resolve: (comment) => comment }),
    anchor: t.field({
      type: CommentAnchor,
      nullable: true,
      description: 'Position in the present content; null for a comment that is not about a page.',
      resolve: (comment, _args, context) => currentAnchorOf(context, comment),
    }),
    ...ownerFields(t),
    replies: listField(t, {
      type: CommentReply,
      description: 'Replies, oldest first.',
      args: {},
      key: ({ id }) => id,
      list: (_args, { read }) => ({
        name: 'Comment.replies',
        order: { columns: ['id'], direction: 'asc' },
        query: (id) => read.sql.selectFrom('Comment').selectAll().where('parentId', '=', id!),
      }),
    }),
    reply: t.field({
      type: CommentReply,
      nullable: true,
      description: 'One of its replies, by its id.',
      args: { id: t.arg.id({ required: true, description: "The reply's id." }) },
      resolve: async (comment, { id }, { loaders }) => {
        const reply = await loaders.load(commentsById, id);
        return reply?.threadId === comment.id ? reply : null;
      },
    }),
    replyCount: t.int({
      description: 'Number of replies.',
      resolve: async ({ id }, _args, { loaders }) =>
        (await loaders.get(responsesByComment, id)).repliers.reduce((sum, { count }) => sum + count, 0),
    }),
    repliers: t.field({
      type: [ReplyAuthor],
      description: 'The users who wrote replies, latest first.',
      resolve: async ({ id }, _args, { loaders }) => (await loaders.get(responsesByComment, id)).repliers,
    }),
  }),
});

registerNode('Comment', ({ loaders }, id) => loaders.load(commentsById, id));
