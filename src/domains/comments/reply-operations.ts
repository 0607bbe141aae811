import { mutation } from '../../graphql/mutation.js';
import { DocumentInput } from '../revisions/document-input.js';
import { deleteRemark, postReply } from './actions.js';
import { changesField, commentNames, deletedReply, replyNames, replyPayload } from './comment-payload.js';
import { updateRemark } from './update-actions.js';

mutation('postReply', {
  description: 'Replies to a comment.',
  policy: 'space.comment',
  takes: 'A reply.',
  input: (t) => ({
    ...commentNames(t),
    body: t.field({ type: DocumentInput, required: true, description: 'What it says; it must have a text.' }),
  }),
  action: ({ body, ...name }, context) => postReply(context, name, body),
  payload: replyPayload,
});

mutation('updateReply', {
  description:
    'Changes what a reply says, reacts to it, settles or reopens its thread. Only its author changes what it says; who began the thread settles it, and who may edit.',
  policy: 'space.comment',
  takes: 'What is to become of a reply; what is absent stays.',
  input: (t) => ({ ...replyNames(t), ...changesField(t) }),
  action: ({ space, changeRequest, comment, reply, ...changes }, context) =>
    updateRemark(context, { space, changeRequest, comment, reply }, changes),
  payload: replyPayload,
});

mutation('deleteReply', {
  description: 'Deletes a reply; one that is not there is passed over. Its author may, and admins.',
  policy: ['space.comment', 'space.deleteComments'],
  takes: 'Which reply to delete.',
  input: replyNames,
  action: (name, context) => deleteRemark(context, name),
  payload: deletedReply,
});
