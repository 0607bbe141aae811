import { names, type Sample, type Samples } from '../../shared/samples.js';

/**
 * Sample requests by the first part of an operation id. Two operations share this part: `…InSpace` and
 * `…InChangeRequest`.
 */
const pairs: Readonly<Record<string, Sample>> = {
  listComments: { may: 'read', query: { status: 'open' } },
  postComment: {
    may: 'comment',
    body: { page: names.page, body: { markdown: 'Which *version* does the first step need?' } },
  },
  getComment: { may: 'read' },
  updateComment: { may: 'edit', body: { resolved: true, addedReactions: ['👍'] } },
  deleteComment: { may: 'admin' },
  listCommentReplies: { may: 'read' },
  postCommentReply: { may: 'comment', body: { body: { markdown: 'Version 3, or a later one.' } } },
  getCommentReply: { may: 'read' },
  updateCommentReply: { may: 'comment', body: { addedReactions: ['🎉'], removedReactions: ['👍'] } },
  deleteCommentReply: { may: 'admin' },
  listCommenters: { may: 'read' },
};

/** Sample requests for the operations on comments, by operation id. */
export const commentSamples: Samples = Object.fromEntries(
  Object.entries(pairs).flatMap(([name, sample]) => [
    [`${name}InSpace`, sample],
    [`${name}InChangeRequest`, sample],
  ]),
);
