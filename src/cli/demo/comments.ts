import { postComment, postReply } from '../../modules/review/comments/actions.js';
import type { CommentSubjectInput } from '../../modules/review/comments/comment-subject.js';
import type { DiscussionName } from '../../modules/review/comments/targets.js';
import { updateCommentOrReply } from '../../modules/review/comments/update-actions.js';
import type { DemoComment } from './changes-file.js';
import { blockWith, pageAt, readContent } from './content.js';
import { actAs, type Demo } from './demo.js';

/** A space, or one of its change requests if `changeRequest` has an id. */
export interface Discussion {
  space: string;
  changeRequest?: string;
}

/** Posts comments with their replies and reactions, and resolves those that are done. */
export async function postComments(demo: Demo, discussion: Discussion, comments: readonly DemoComment[]) {
  for (const comment of comments) await postThread(demo, discussion, comment);
}

async function postThread(demo: Demo, discussion: Discussion, { by, text, ...comment }: DemoComment): Promise<void> {
  const subject = await subjectOf(demo, discussion, comment);
  // The demo reads only its own pages, so reading them costs nothing.
  const poster = { ...actAs(demo, by), pay: async () => {} };
  const { commentId } = await postComment(poster, discussion, { body: { markdown: text }, ...subject });
  const name: DiscussionName & { comment: string } = { ...discussion, comment: commentId };
  for (const reply of comment.replies ?? []) await postReply(actAs(demo, reply.by), name, { markdown: reply.text });
  for (const [member, addedReactions] of Object.entries(comment.reactions ?? {}))
    await updateCommentOrReply(actAs(demo, member), name, { addedReactions });
  if (comment.resolved) await updateCommentOrReply(actAs(demo, comment.resolved), name, { resolved: true });
}

async function subjectOf(
  demo: Demo,
  { space, changeRequest }: Discussion,
  { page: path, quote }: Pick<DemoComment, 'page' | 'quote'>,
): Promise<CommentSubjectInput> {
  if (path === undefined) return {};
  const owner = changeRequest ? ({ table: 'ChangeRequest', id: changeRequest } as const) : undefined;
  const page = pageAt(await readContent(demo, owner ?? { table: 'Space', id: space }), path);
  return { page: page.id, ...(quote !== undefined && { node: await blockWith(demo, page, quote) }) };
}
