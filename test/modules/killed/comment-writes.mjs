// All writes of comments; see `writes.mjs`.

/** Returns the writes by name, in the form that `loadWrites` returns. */
export async function loadCommentWrites(load) {
  const { deleteCommentOrReply, postComment, postReply } = await load('modules/review/comments/actions');
  const { updateCommentOrReply } = await load('modules/review/comments/update-actions');

  const withoutCost = (actor) => ({ ...actor, pay: async () => {} });
  const comment = async (actor, { space, page }, round) => {
    const { commentId } = await postComment(
      withoutCost(actor),
      { space },
      { page, body: { markdown: `Round ${round}` } },
    );
    return { space, comment: commentId };
  };
  const threadOf = async (actor, scene, round) => {
    const thread = await comment(actor, scene, round);
    await postReply(actor, thread, { markdown: 'An answer' });
    return thread;
  };

  return {
    commenting: { event: 'postComment', run: comment },
    'commenting on a change request': {
      event: 'postComment',
      run: (actor, { space, changeRequest }, round) =>
        postComment(withoutCost(actor), { space, changeRequest }, { body: { markdown: `Round ${round}` } }),
    },
    replying: { event: 'postReply', run: threadOf },
    'resolving a comment, reacting to it and editing it': {
      event: 'updateComment',
      run: async (actor, scene, round) =>
        updateCommentOrReply(actor, await comment(actor, scene, round), {
          resolved: true,
          addedReactions: ['👍', '🎉'],
          body: { markdown: 'Edited' },
        }),
    },
    'deleting a thread': {
      event: 'deleteComment',
      run: async (actor, scene, round) => deleteCommentOrReply(actor, await threadOf(actor, scene, round)),
    },
  };
}
