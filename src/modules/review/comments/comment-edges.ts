import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { Page } from '../../content/revisions/page.js';
import { Space } from '../../content/spaces/space.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import { Comment } from './comment.js';
import { CommentReply } from './comment-reply.js';
import { commentArguments, commentList, discussionFields } from './discussion.js';
import { commentsById } from './loaders.js';

builder.objectFields(Space, (t) =>
  discussionFields(t, ({ id, organizationId }) => ({ id, organizationId, spaceId: id, changeRequestId: null })),
);

builder.objectFields(ChangeRequest, (t) =>
  discussionFields(t, ({ id, organizationId, spaceId }) => ({ id, organizationId, spaceId, changeRequestId: id })),
);

builder.interfaceField(Page, 'comments', (t) =>
  listField(t, {
    type: Comment,
    description:
      'Comments about it, newest first by default: those of the change request if it is the content of one, otherwise those of the space.',
    args: commentArguments(t),
    key: ({ id, content: { revision } }) => `${revision.changeRequestId ?? revision.spaceId} ${id}`,
    // The keys of this list have two parts. So it needs another name than the list of a space, because a request may
    // read both.
    list: (args, context) => ({ ...commentList(args, context), name: 'Page.comments' }),
  }),
);

builder.objectField(CommentReply, 'comment', (t) =>
  t.field({
    type: Comment,
    description: 'Its comment.',
    resolve: ({ threadId }, _args, { loaders }) => loaders.get(commentsById, threadId!),
  }),
);
