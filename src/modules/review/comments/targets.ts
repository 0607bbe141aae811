import { notFound } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { lockTarget } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { lockChangeRequest } from '../change-requests/targets.js';

type Comment = Row<'Comment'>;

/** The members of a request that identify a space, or a change request of it. */
export interface DiscussionName {
  space: string;
  /** Id or number of the change request; absent for the space itself. */
  changeRequest?: string | null | undefined;
}

/** The members of a request that identify a comment. */
export interface CommentName extends DiscussionName {
  comment: string;
}

/** The members of a request that identify a comment, or a reply to it. */
export interface CommentOrReplyName extends CommentName {
  reply?: string;
}

/** A space, or a change request of it, as the object that comments belong to. */
export interface Discussion {
  /** Id of the change request, or of the space for comments on the space itself. */
  id: string;
  organizationId: string;
  spaceId: string;
  changeRequestId: string | null;
  /** Id of the current revision of the space or change request. */
  revisionId: string;
}

/**
 * Locks a space or change request, whose row contains the number of its comments. So actions on its comments run one
 * after another.
 * @throws NOT_FOUND; FORBIDDEN for a caller who may not comment.
 */
export async function lockDiscussion(unit: UnitOfWork, { space, changeRequest }: DiscussionName): Promise<Discussion> {
  if (changeRequest == null) {
    const { id, organizationId, revisionId } = await lockTarget(unit, 'Space', space, 'space.comment');
    return { id, organizationId, spaceId: id, changeRequestId: null, revisionId };
  }
  const row = await lockChangeRequest(unit, { space, changeRequest }, 'space.comment');
  const { id, organizationId, spaceId, revisionId } = row;
  return { id, organizationId, spaceId, changeRequestId: id, revisionId };
}

/** Finds a comment on the locked space or change request; undefined if it has none with that id. */
export function findComment(unit: UnitOfWork, { id }: Discussion, comment: string): Promise<Comment | undefined> {
  return findRow(unit, id, comment);
}

/**
 * Returns a comment on the locked space or change request.
 * @throws NOT_FOUND.
 */
export async function getComment(unit: UnitOfWork, discussion: Discussion, comment: string): Promise<Comment> {
  const found = await findComment(unit, discussion, comment);
  if (!found) throw notFound('comment', comment);
  return found;
}

/** Finds a reply to a comment; undefined if it has none with that id. */
export function findReply(unit: UnitOfWork, { id }: Comment, reply: string): Promise<Comment | undefined> {
  return findRow(unit, id, reply);
}

/**
 * Returns a reply to a comment.
 * @throws NOT_FOUND.
 */
export async function getReply(unit: UnitOfWork, thread: Comment, reply: string): Promise<Comment> {
  const found = await findReply(unit, thread, reply);
  if (!found) throw notFound('reply', reply);
  return found;
}

function findRow({ tx }: UnitOfWork, parentId: string, id: string): Promise<Comment | undefined> {
  const query = tx.read.sql.selectFrom('Comment').selectAll().where('id', '=', id).where('parentId', '=', parentId);
  return tx.read.first(query);
}
