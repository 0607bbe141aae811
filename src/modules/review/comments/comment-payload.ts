import type { Fields, InputFields } from '../../../api/graphql/schema/builder.js';
import { DocumentInput } from '../../content/revisions/document-input.js';
import { Emoji } from '../../shared/emoji.js';
import type { CommentOutcome } from './actions.js';
import { Comment } from './comment.js';
import { CommentReply } from './comment-reply.js';
import { ownerFields } from './discussion-owner-fields.js';
import { commentsById } from './loaders.js';

/** Returns the input fields that identify a space, or a change request of it. */
export const discussionIdFields = (t: InputFields) => ({
  space: t.id({ required: true, description: 'Id of the space.' }),
  changeRequest: t.string({
    description: 'Id of the change request, or its number within the space; absent for the space itself.',
  }),
});

/** Returns the input fields that identify a comment. */
export const commentIdFields = (t: InputFields) => ({
  ...discussionIdFields(t),
  comment: t.id({ required: true, description: 'Id of the comment.' }),
});

/** Returns the input fields that identify a reply. */
export const replyIdFields = (t: InputFields) => ({
  ...commentIdFields(t),
  reply: t.id({ required: true, description: 'Id of the reply.' }),
});

/** Extension for lists of reactions in `/v1`: a reaction is an emoji, so it cannot be empty. */
const nonEmptyItems = { rest: { schema: { items: { minLength: 1 } } } };

/** Returns the input fields with the changes to a comment or a reply. */
export const changesField = (t: InputFields) => ({
  body: t.field({ type: DocumentInput, description: 'New text; only its author may change it.' }),
  resolved: t.boolean({
    description: 'Whether the thread is resolved; the author of the comment and editors may change it.',
  }),
  addedReactions: t.field({
    type: [Emoji],
    description: 'Emoji to react with; a comment has at most 20 kinds.',
    extensions: nonEmptyItems,
  }),
  removedReactions: t.field({
    type: [Emoji],
    description: 'Emoji to no longer react with.',
    extensions: nonEmptyItems,
  }),
});

const commentField = (t: Fields<CommentOutcome>) => ({
  comment: t.field({
    type: Comment,
    nullable: true,
    description: 'The comment after the change; null if it was deleted in the meantime.',
    resolve: ({ commentId }, _args, { loaders }) => loaders.load(commentsById, commentId),
  }),
});

/** Payload type of a mutation that creates or changes a comment. */
export const commentPayload = {
  description: 'The new comment, and its space or change request.',
  outputFields: (t: Fields<CommentOutcome>) => ({ ...commentField(t), ...ownerFields(t) }),
};

/** Payload type of a mutation that creates or changes a reply. */
export const replyPayload = {
  description: 'The reply, its comment, and the object that the comment is on.',
  outputFields: (t: Fields<CommentOutcome>) => ({
    reply: t.field({
      type: CommentReply,
      nullable: true,
      description: 'The reply after the change; null if it was deleted in the meantime.',
      resolve: ({ replyId }, _args, { loaders }) => loaders.load(commentsById, replyId!),
    }),
    ...commentField(t),
    ...ownerFields(t),
  }),
};

/** Payload type of the mutation that deletes a comment. */
export const deletedComment = {
  description: 'The deleted comment, and the object that it was on.',
  outputFields: (t: Fields<CommentOutcome>) => ({
    deletedId: t.id({ description: 'Id of the deleted comment.', resolve: ({ commentId }) => commentId }),
    ...ownerFields(t),
  }),
};

/** Payload type of the mutation that deletes a reply. */
export const deletedReply = {
  description: 'The deleted reply, its comment, and the object that the comment is on.',
  outputFields: (t: Fields<CommentOutcome>) => ({
    deletedId: t.id({ description: 'Id of the deleted reply.', resolve: ({ replyId }) => replyId! }),
    ...commentField(t),
    ...ownerFields(t),
  }),
};
