import { authorize } from '../../../access/policy.js';
import { forbidden } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import type { DocumentInput } from '../../content/content-work/written-text.js';
import { getRow, placeRole } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { type Changes, type CommentOutcome, countOpen, eventIdsOf, outcomeOf, recordOn } from './actions.js';
import { bodyMarkdown } from './comment-text.js';
import { type ReactionChanges, react } from './react.js';
import { type Discussion, getComment, getReply, lockDiscussion, type RemarkName } from './targets.js';

type Comment = Row<'Comment'>;

/** Changes to a comment or a reply; absent members are unchanged. */
export interface CommentChanges extends ReactionChanges {
  body?: DocumentInput | null;
  /** Whether the thread is resolved. */
  resolved?: boolean | null;
}

/**
 * Changes the text of a comment or a reply, the actor's reactions, and whether its thread is resolved. Values that are
 * already set are not changes.
 * @throws NOT_FOUND
 * @throws FORBIDDEN for a caller who edits a text of another user, or who resolves another user's thread without the
 * role to edit
 * @throws BAD_USER_INPUT for a body without text, and for too many reactions
 */
export function updateRemark(
  actor: Actor,
  { reply, ...name }: RemarkName,
  { body, resolved, ...reactions }: CommentChanges,
): Promise<CommentOutcome> {
  return runAction(actor, async (unit) => {
    const place = await lockDiscussion(unit, name);
    const thread = await getComment(unit, place, name.comment);
    const remark = reply === undefined ? thread : await getReply(unit, thread, reply);
    const changes: Changes = {
      ...(body && (await rewrite(unit, remark, body))),
      ...(await react(unit, remark, reactions)),
      ...(resolved != null && (await setResolved(unit, { place, thread }, resolved))),
    };
    const { targetId, changes: ids } = eventIdsOf(remark);
    const action = remark === thread ? 'updateComment' : 'updateReply';
    if (Object.keys(changes).length > 0) recordOn(unit, place, { action, targetId, changes: { ...ids, ...changes } });
    return { ...outcomeOf(place, thread.id), ...(remark !== thread && { replyId: remark.id }) };
  });
}

async function rewrite(
  unit: UnitOfWork,
  { id, postedById, revisionId, body }: Comment,
  text: DocumentInput,
): Promise<Changes> {
  if (postedById !== unit.actorId) {
    const detail = { action: 'space.comment', needs: 'author', reason: 'NOT_THE_AUTHOR' } as const;
    throw forbidden('Only the author can edit a comment', detail);
  }
  const written = await bodyMarkdown(unit, revisionId, text);
  if (written === body) return {};
  const set = { body: written, editedAt: unit.at };
  bufferUpdate(unit.tx, { table: 'Comment', where: { id }, set });
  return { body: true };
}

/** Resolves or reopens a thread. Its author may do this, and users who may edit. */
async function setResolved(
  unit: UnitOfWork,
  { place, thread }: { place: Discussion; thread: Comment },
  resolved: boolean,
): Promise<Changes> {
  if (thread.postedById !== unit.actorId) {
    const space = await getRow(unit, 'Space', place.spaceId);
    authorize(unit.viewer, 'space.resolveComments', await placeRole(unit, space));
  }
  const status = resolved ? 'resolved' : 'open';
  if (status === thread.status) return {};
  const by = { resolvedAt: resolved ? unit.at : null, resolvedById: resolved ? unit.actorId : null };
  bufferUpdate(unit.tx, { table: 'Comment', where: { id: thread.id }, set: { status, ...by } });
  countOpen(unit, place, resolved ? -1 : 1);
  return { resolved };
}
