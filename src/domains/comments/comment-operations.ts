import { builder } from '../../graphql/builder.js';
import { mutation } from '../../graphql/mutation.js';
import { DocumentInput } from '../revisions/document-input.js';
import { deleteRemark, postComment } from './actions.js';
import { changesField, commentNames, commentPayload, deletedComment, discussionNames } from './comment-payload.js';
import { updateRemark } from './update-actions.js';

const TableCellInput = builder.inputType('TableCellInput', {
  description: 'A cell of a table, as the block has it.',
  fields: (t) => ({
    record: t.string({ required: true, description: 'Its row: a key of `data.records`.' }),
    definition: t.string({ required: true, description: 'Its column: a key of `data.definition`.' }),
  }),
});

mutation('postComment', {
  description: 'Comments on a space, or on a change request of it, whatever its state.',
  policy: 'space.comment',
  takes: 'A comment.',
  input: (t) => ({
    ...discussionNames(t),
    body: t.field({ type: DocumentInput, required: true, description: 'What it says; it must have a text.' }),
    page: t.id({ description: 'Id of the page that it is about.' }),
    node: t.id({
      description: 'Key of the block that it is about: of the page, or of the first page that has it.',
    }),
    tableCell: t.field({ type: TableCellInput, description: 'The cell that it is about, where the block is a table.' }),
  }),
  action: ({ space, changeRequest, ...comment }, context) => postComment(context, { space, changeRequest }, comment),
  payload: commentPayload,
});

mutation('updateComment', {
  description:
    'Changes what a comment says, reacts to it, settles or reopens it. Only its author changes what it says; who began it settles it, and who may edit.',
  policy: 'space.comment',
  takes: 'What is to become of a comment; what is absent stays.',
  input: (t) => ({ ...commentNames(t), ...changesField(t) }),
  action: ({ space, changeRequest, comment, ...changes }, context) =>
    updateRemark(context, { space, changeRequest, comment }, changes),
  payload: commentPayload,
});

mutation('deleteComment', {
  description: 'Deletes a comment with its replies; one that is not there is passed over. Its author may, and admins.',
  policy: ['space.comment', 'space.deleteComments'],
  takes: 'Which comment to delete.',
  input: commentNames,
  action: (name, context) => deleteRemark(context, name),
  payload: deletedComment,
});
