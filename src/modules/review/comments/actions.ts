import { sql } from 'kysely';
import { authorize } from '../../../access/policy.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import type { DocumentInput } from '../../content/content-work/written-text.js';
import type { NewEvent } from '../../shared/append-events.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { getRow, placeRole } from '../../shared/targets.js';
import { type Actor, runAction, runActionInSteps, type UnitOfWork } from '../../shared/unit-of-work.js';
import {
  type CommentAuthor,
  type CommentSubject,
  type CommentSubjectInput,
  findCommentSubject,
} from './comment-subject.js';
import { bodyMarkdown } from './comment-text.js';
import {
  type CommentName,
  type CommentOrReplyName,
  type Discussion,
  type DiscussionName,
  findComment,
  findReply,
  getComment,
  lockDiscussion,
} from './targets.js';

type Comment = Row<'Comment'>;

/** A comment to post: its text, and the part of the content that it is about. */
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
 * Posts a comment on a space, or on a change request in any state. The comment may be about a page, a block of a page,
 * or a cell of a table, in the current content.
 * @throws NOT_FOUND; FORBIDDEN; BAD_USER_INPUT for a body without text, and for a page, block or cell that does not
 * exist.
 */
export function postComment(
  actor: CommentAuthor,
  name: DiscussionName,
  { body: text, ...subjectInput }: NewComment,
): Promise<CommentOutcome> {
  return runActionInSteps(actor, async ({ before, last }) => {
    const subject = await findCommentSubject(actor, subjectInput, () => before((unit) => lockDiscussion(unit, name)));
    return last(async (unit) => {
      const discussion = await lockDiscussion(unit, name);
      const revisionId = subject?.revisionId ?? discussion.revisionId;
      const body = await bodyMarkdown(unit, revisionId, text);
      const commentId = insertComment(unit, discussion, { ...subject, revisionId, body });
      recordCommentEvent(unit, discussion, { action: 'postComment', targetId: commentId });
      return commentOutcome(discussion, commentId);
    });
  });
}

/**
 * Posts a reply to a comment.
 * @throws NOT_FOUND; FORBIDDEN; BAD_USER_INPUT for a body without text.
 */
export function postReply(actor: Actor, name: CommentName, text: DocumentInput): Promise<CommentOutcome> {
  return runAction(actor, async (unit) => {
    const discussion = await lockDiscussion(unit, name);
    const { id: threadId } = await getComment(unit, discussion, name.comment);
    const { revisionId } = discussion;
    const body = await bodyMarkdown(unit, revisionId, text);
    const replyId = insertRow(unit, discussion, { parentId: threadId, threadId, revisionId, body });
    recordCommentEvent(unit, discussion, { action: 'postReply', targetId: replyId, changes: { comment: threadId } });
    return { ...commentOutcome(discussion, threadId), replyId };
  });
}

/**
 * Deletes a comment with its replies and all reactions, or one reply. Does nothing if it does not exist.
 * @throws NOT_FOUND for the space or change request; FORBIDDEN for a caller who neither wrote it nor may delete
 * comments of other users.
 */
export function deleteCommentOrReply(actor: Actor, { reply, ...name }: CommentOrReplyName): Promise<CommentOutcome> {
  return runAction(actor, async (unit) => {
    const discussion = await lockDiscussion(unit, name);
    const outcome = { ...commentOutcome(discussion, name.comment), ...(reply !== undefined && { replyId: reply }) };
    const thread = await findComment(unit, discussion, name.comment);
    const commentOrReply = thread && reply !== undefined ? await findReply(unit, thread, reply) : thread;
    if (!thread || !commentOrReply) return outcome;
    await requireMayDelete(unit, discussion, commentOrReply);
    deleteRows(unit, commentOrReply);
    if (commentOrReply === thread && thread.status === 'open') addToOpenCount(unit, discussion, -1);
    recordCommentEvent(unit, discussion, {
      action: commentOrReply === thread ? 'deleteComment' : 'deleteReply',
      ...commentEventIds(commentOrReply),
    });
    return outcome;
  });
}

/** A comment that was checked: its Markdown, and the part of the content that it is about. */
export interface CheckedComment extends Partial<CommentSubject> {
  reviewId?: string;
  /** Id of the revision that was current when the comment was written. */
  revisionId: string;
  body: string;
}

/**
 * Inserts a comment, in the transaction of an action that has locked its space or change request.
 * @returns its id
 */
export function insertComment(unit: UnitOfWork, discussion: Discussion, comment: CheckedComment): string {
  const id = insertRow(unit, discussion, { parentId: discussion.id, ...comment });
  addToOpenCount(unit, discussion, 1);
  return id;
}

/** Adds to the number of open comments of the locked space or change request. */
export function addToOpenCount({ tx }: UnitOfWork, { id, changeRequestId }: Discussion, by: 1 | -1): void {
  const table = changeRequestId === null ? 'Space' : 'ChangeRequest';
  bufferUpdate(tx, { table, where: { id }, add: { commentsOpen: by } });
}

/** Records an event for a comment or reply. */
export function recordCommentEvent(
  unit: UnitOfWork,
  { organizationId, spaceId, changeRequestId }: Discussion,
  event: Pick<NewEvent, 'action' | 'targetId' | 'changes'>,
): void {
  unit.record({ organizationId, spaceId, changeRequestId, ...event });
}

/** Returns the ids for an event on a comment or a reply. For a reply, they include the id of its comment. */
export function commentEventIds({ id, threadId }: Comment): { targetId: string; changes: EventChanges } {
  return { targetId: id, changes: threadId === null ? {} : { comment: threadId } };
}

/** Details of a change, for the event log. */
export type EventChanges = NonNullable<NewEvent['changes']>;

/** Returns the result of an action on a comment. */
export function commentOutcome({ spaceId, changeRequestId }: Discussion, commentId: string): CommentOutcome {
  return { spaceId, changeRequestId, commentId };
}

function insertRow(
  { tx, at, actorId }: UnitOfWork,
  { organizationId, spaceId, changeRequestId }: Discussion,
  commentOrReply: CheckedComment & { parentId: string; threadId?: string },
): string {
  const id = newId(commentOrReply.threadId === undefined ? 'Comment' : 'CommentReply');
  const data = { id, organizationId, spaceId, changeRequestId, ...commentOrReply, postedById: actorId, postedAt: at };
  bufferInsert(tx, { table: 'Comment', rows: [omitUndefined(data)] });
  return id;
}

async function requireMayDelete(unit: UnitOfWork, { spaceId }: Discussion, { postedById }: Comment): Promise<void> {
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
