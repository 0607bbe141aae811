import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { commonCommentFields, guardOfComment } from './comment-or-reply-fields.js';
import { commentsById } from './loaders.js';

/**
 * A reply to a comment (`CommentReply` of the contract). It is a row of `Comment` whose `threadId` is the id of the
 * comment.
 */
export const CommentReply = builder.node(builder.objectRef<Row<'Comment'>>('CommentReply'), {
  description: 'A reply to a comment.',
  extensions: { guard: guardOfComment, rest: { constants: { object: 'comment-reply' } } },
  id: { resolve: ({ id }) => id, description: describe('Comment', 'id') },
  fields: (t) => commonCommentFields(t),
});

registerNode('CommentReply', ({ loaders }, id) => loaders.load(commentsById, id));
