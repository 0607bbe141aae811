import { mutation } from '../../../api/graphql/schema/mutation.js';
import { DocumentInput } from '../../content/revisions/document-input.js';
import { deleteCommentOrReply, postReply } from './actions.js';
import { changesField, commentIdFields, deletedReply, replyIdFields, replyPayload } from './comment-payload.js';
import { updateCommentOrReply } from './update-actions.js';

mutation('postReply', {
  description: 'Replies to a comment.',
  policy: 'space.comment',
  takes: 'A reply.',
  input: (t) => ({
    ...commentIdFields(t),
    body: t.field({ type: DocumentInput, required: true, description: 'Its text; must not be empty.' }),
  }),
  action: ({ body, ...name }, context) => postReply(context, name, body),
  payload: replyPayload,
});

mutation('updateReply', {
  description:
    'Edits a reply, reacts to it, resolves or reopens its thread. Only its author can edit the text; the author of the thread and editors can resolve it.',
  policy: 'space.comment',
  takes: 'Changes to a reply; absent fields stay.',
  input: (t) => ({ ...replyIdFields(t), ...changesField(t) }),
  action: ({ space, changeRequest, comment, reply, ...changes }, context) =>
    updateCommentOrReply(context, { space, changeRequest, comment, reply }, changes),
  payload: replyPayload,
});

mutation('deleteReply', {
  description: 'Deletes a reply; does nothing if it does not exist. Only its author and admins may.',
  policy: ['space.comment', 'space.deleteComments'],
  takes: 'The reply to delete.',
  input: replyIdFields,
  action: (name, context) => deleteCommentOrReply(context, name),
  payload: deletedReply,
});
