import { authorize } from '../../../access/policy.js';
import { forbidden } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import type { DocumentInput } from '../../content/content-work/written-text.js';
import { getRow, placeRole } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import {
  addToOpenCount,
  type CommentOutcome,
  commentEventIds,
  commentOutcome,
  type EventChanges,
  recordCommentEvent,
} from './actions.js';
import { bodyMarkdown } from './comment-text.js';
import { type ReactionChanges, updateReactions } from './react.js';
import { type CommentOrReplyName, type Discussion, getComment, getReply, lockDiscussion } from './targets.js';

type Comment = Row<'Comment'>;

/** Changes to a comment or a reply; absent members are unchanged. */
export interface CommentChanges extends ReactionChanges {
  body?: DocumentInput | null;
  /** Whether the thread is resolved. */
  resolved?: boolean | null;
}

/**
 * Changes the text of a comment or a reply, the reactions of the actor to it, and whether its thread is resolved.
 * Ignores values that are already set.
 * @throws NOT_FOUND
 * @throws FORBIDDEN for a caller who edits a text of another user, or who resolves a thread of another user without
 * permission to edit
 * @throws BAD_USER_INPUT for a body without text, and for too many reactions
 */
export function updateCommentOrReply(
  actor: Actor,
  { reply, ...name }: CommentOrReplyName,
  { body, resolved, ...reactions }: CommentChanges,
): Promise<CommentOutcome> {
  return runAction(actor, async (unit) => {
    const discussion = await lockDiscussion(unit, name);
    const thread = await getComment(unit, discussion, name.comment);
    const commentOrReply = reply === undefined ? thread : await getReply(unit, thread, reply);
    const changes: EventChanges = {
      ...(body && (await updateBody(unit, commentOrReply, body))),
      ...(await updateReactions(unit, commentOrReply, reactions)),
      ...(resolved != null && (await setResolved(unit, { discussion, thread }, resolved))),
    };
    const { targetId, changes: ids } = commentEventIds(commentOrReply);
    const action = commentOrReply === thread ? 'updateComment' : 'updateReply';
    if (Object.keys(changes).length > 0)
      recordCommentEvent(unit, discussion, { action, targetId, changes: { ...ids, ...changes } });
    return {
      ...commentOutcome(discussion, thread.id),
      ...(commentOrReply !== thread && { replyId: commentOrReply.id }),
    };
  });
}

async function updateBody(
  unit: UnitOfWork,
  { id, postedById, revisionId, body }: Comment,
  text: DocumentInput,
): Promise<EventChanges> {
  if (postedById !== unit.actorId) {
    const detail = { action: 'space.comment', needs: 'author', reason: 'NOT_THE_AUTHOR' } as const;
    throw forbidden('Only the author can edit a comment', detail);
  }
  const markdown = await bodyMarkdown(unit, revisionId, text);
  if (markdown === body) return {};
  const set = { body: markdown, editedAt: unit.at };
  bufferUpdate(unit.tx, { table: 'Comment', where: { id }, set });
  return { body: true };
}

/** Resolves or reopens a thread. The author of the thread and users who may edit can do this. */
async function setResolved(
  unit: UnitOfWork,
  { discussion, thread }: { discussion: Discussion; thread: Comment },
  resolved: boolean,
): Promise<EventChanges> {
  if (thread.postedById !== unit.actorId) {
    const space = await getRow(unit, 'Space', discussion.spaceId);
    authorize(unit.viewer, 'space.resolveComments', await placeRole(unit, space));
  }
  const status = resolved ? 'resolved' : 'open';
  if (status === thread.status) return {};
  const resolution = { resolvedAt: resolved ? unit.at : null, resolvedById: resolved ? unit.actorId : null };
  bufferUpdate(unit.tx, { table: 'Comment', where: { id: thread.id }, set: { status, ...resolution } });
  addToOpenCount(unit, discussion, resolved ? -1 : 1);
  return { resolved };
}
