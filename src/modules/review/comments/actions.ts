import { sql } from 'kysely';
import { authorize } from '../../../access/policy.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import type { DocumentInput } from '../../content/content-work/written-text.js';
import type { NewEvent } from '../../shared/append-events.js';
import { present } from '../../shared/present.js';
import { getRow, placeRole } from '../../shared/targets.js';
import { type Actor, runAction, runActionInSteps, type UnitOfWork } from '../../shared/unit-of-work.js';
import { type CommentSubject, type CommentSubjectInput, findCommentSubject, type Poster } from './comment-subject.js';
import { bodyMarkdown } from './comment-text.js';
import {
  type CommentName,
  type Discussion,
  type DiscussionName,
  findComment,
  findReply,
  getComment,
  lockDiscussion,
  type RemarkName,
} from './targets.js';

type Comment = Row<'Comment'>;

/** A comment from a client: its text, and the part of the content that it is about. */
export interface NewComment extends CommentSubjectInput {
  body: DocumentInput;
}

/** Ids of a comment or a reply that an action created, changed or deleted. */
export interface CommentOutcome {
  spaceId: string;
  changeRequestId: string | null;
  /** Id of the comment; for a reply, of the comment that it belongs to. */
  commentId: string;
  replyId?: string;
}

/**
 * Posts a comment on a space, or on a change request in any state. It may be about a page, a block of it, or a cell of
 * a table, in the current content.
 * @throws NOT_FOUND; FORBIDDEN; BAD_USER_INPUT for a body without text, and for a page, block or cell that does not
 * exist.
 */
export function postComment(
  actor: Poster,
  name: DiscussionName,
  { body: text, ...about }: NewComment,
): Promise<CommentOutcome> {
  return runActionInSteps(actor, async ({ before, last }) => {
    const spot = await findCommentSubject(actor, about, () => before((unit) => lockDiscussion(unit, name)));
    return last(async (unit) => {
      const place = await lockDiscussion(unit, name);
      const revisionId = spot?.revisionId ?? place.revisionId;
      const body = await bodyMarkdown(unit, revisionId, text);
      const commentId = insertComment(unit, place, { ...spot, revisionId, body });
      recordOn(unit, place, { action: 'postComment', targetId: commentId });
      return outcomeOf(place, commentId);
    });
  });
}

/**
 * Posts a reply to a comment.
 * @throws NOT_FOUND; FORBIDDEN; BAD_USER_INPUT for a body without text.
 */
export function postReply(actor: Actor, name: CommentName, text: DocumentInput): Promise<CommentOutcome> {
  return runAction(actor, async (unit) => {
    const place = await lockDiscussion(unit, name);
    const { id: threadId } = await getComment(unit, place, name.comment);
    const { revisionId } = place;
    const body = await bodyMarkdown(unit, revisionId, text);
    const replyId = insertRemark(unit, place, { parentId: threadId, threadId, revisionId, body });
    recordOn(unit, place, { action: 'postReply', targetId: replyId, changes: { comment: threadId } });
    return { ...outcomeOf(place, threadId), replyId };
  });
}

/**
 * Deletes a comment with its replies and all reactions, or one reply. Does nothing if it does not exist.
 * @throws NOT_FOUND for the space or change request; FORBIDDEN for a caller who neither wrote it nor may delete
 * comments of others.
 */
export function deleteRemark(actor: Actor, { reply, ...name }: RemarkName): Promise<CommentOutcome> {
  return runAction(actor, async (unit) => {
    const place = await lockDiscussion(unit, name);
    const done = { ...outcomeOf(place, name.comment), ...(reply !== undefined && { replyId: reply }) };
    const thread = await findComment(unit, place, name.comment);
    const remark = thread && reply !== undefined ? await findReply(unit, thread, reply) : thread;
    if (!thread || !remark) return done;
    await requireOwn(unit, place, remark);
    deleteRows(unit, remark);
    if (remark === thread && thread.status === 'open') countOpen(unit, place, -1);
    recordOn(unit, place, { action: remark === thread ? 'deleteComment' : 'deleteReply', ...eventIdsOf(remark) });
    return done;
  });
}

/** A checked comment: its Markdown, and the part of the content that it is about. */
export interface CheckedComment extends Partial<CommentSubject> {
  reviewId?: string;
  /** Revision on which it is written. */
  revisionId: string;
  body: string;
}

/**
 * Inserts a comment, in the transaction of an action that has locked its space or change request.
 * @returns its id
 */
export function insertComment(unit: UnitOfWork, place: Discussion, comment: CheckedComment): string {
  const id = insertRemark(unit, place, { parentId: place.id, ...comment });
  countOpen(unit, place, 1);
  return id;
}

/** Changes the number of open comments of the locked space or change request. */
export function countOpen({ tx }: UnitOfWork, { id, changeRequestId }: Discussion, by: 1 | -1): void {
  const table = changeRequestId === null ? 'Space' : 'ChangeRequest';
  bufferUpdate(tx, { table, where: { id }, add: { commentsOpen: by } });
}

/** Records an event for a comment or reply. */
export function recordOn(
  unit: UnitOfWork,
  { organizationId, spaceId, changeRequestId }: Discussion,
  done: Pick<NewEvent, 'action' | 'targetId' | 'changes'>,
): void {
  unit.record({ organizationId, spaceId, changeRequestId, ...done });
}

/** Returns the ids for an event on a comment or a reply. For a reply, they include the id of its comment. */
export function eventIdsOf({ id, threadId }: Comment): { targetId: string; changes: Changes } {
  return { targetId: id, changes: threadId === null ? {} : { comment: threadId } };
}

/** Details of a change in the event log. */
export type Changes = NonNullable<NewEvent['changes']>;

/** Returns the ids of a comment for the result of an action. */
export function outcomeOf({ spaceId, changeRequestId }: Discussion, commentId: string): CommentOutcome {
  return { spaceId, changeRequestId, commentId };
}

function insertRemark(
  { tx, at, actorId }: UnitOfWork,
  { organizationId, spaceId, changeRequestId }: Discussion,
  remark: CheckedComment & { parentId: string; threadId?: string },
): string {
  const id = newId(remark.threadId === undefined ? 'Comment' : 'CommentReply');
  const data = { id, organizationId, spaceId, changeRequestId, ...remark, postedById: actorId, postedAt: at };
  bufferInsert(tx, { table: 'Comment', rows: [present(data)] });
  return id;
}

async function requireOwn(unit: UnitOfWork, { spaceId }: Discussion, { postedById }: Comment): Promise<void> {
  if (postedById === unit.actorId) return;
  authorize(unit.viewer, 'space.deleteComments', await placeRole(unit, await getRow(unit, 'Space', spaceId)));
}

function deleteRows({ tx }: UnitOfWork, { id }: Comment): void {
  tx.buffer(
    sql`delete from "Reaction" where "commentId" in (select "id" from "Comment" where "id" = ${id} or "threadId" = ${id})`,
  );
  bufferDelete(tx, { table: 'Comment', where: { threadId: id } });
  bufferDelete(tx, { table: 'Comment', where: { id } });
}
