import { builder } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { DocumentInput } from '../../content/revisions/document-input.js';
import { deleteCommentOrReply, postComment } from './actions.js';
import {
  changesField,
  commentIdFields,
  commentPayload,
  deletedComment,
  discussionIdFields,
} from './comment-payload.js';
import { updateCommentOrReply } from './update-actions.js';

const TableCellInput = builder.inputType('TableCellInput', {
  description: 'A cell of a table, as stored in the block.',
  fields: (t) => ({
    record: t.string({ required: true, description: 'Its row: a key of `data.records`.' }),
    definition: t.string({ required: true, description: 'Its column: a key of `data.definition`.' }),
  }),
});

mutation('postComment', {
  description: 'Posts a comment on a space, or on a change request of any state.',
  policy: 'space.comment',
  takes: 'A comment.',
  input: (t) => ({
    ...discussionIdFields(t),
    body: t.field({ type: DocumentInput, required: true, description: 'Its text; must not be empty.' }),
    page: t.id({ description: 'Id of the page that it is about.' }),
    node: t.id({
      description: 'Key of the block that it is about, on the page, or on the first page that has it.',
    }),
    tableCell: t.field({
      type: TableCellInput,
      description: 'Cell that the comment is about, if the block is a table.',
    }),
  }),
  action: ({ space, changeRequest, ...comment }, context) => postComment(context, { space, changeRequest }, comment),
  payload: commentPayload,
});

mutation('updateComment', {
  description:
    'Edits a comment, reacts to it, resolves or reopens it. Only its author can edit the text; its author and editors can resolve it.',
  policy: 'space.comment',
  takes: 'Changes to a comment; absent fields stay.',
  input: (t) => ({ ...commentIdFields(t), ...changesField(t) }),
  action: ({ space, changeRequest, comment, ...changes }, context) =>
    updateCommentOrReply(context, { space, changeRequest, comment }, changes),
  payload: commentPayload,
});

mutation('deleteComment', {
  description: 'Deletes a comment with its replies; does nothing if it does not exist. Only its author and admins may.',
  policy: ['space.comment', 'space.deleteComments'],
  takes: 'The comment to delete.',
  input: commentIdFields,
  action: (name, context) => deleteCommentOrReply(context, name),
  payload: deletedComment,
});
