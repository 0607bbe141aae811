import { notFound } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { lockTarget } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { lockChangeRequest } from '../change-requests/targets.js';

type Comment = Row<'Comment'>;

/** What is commented on, as clients name it: a space, or a change request of it. */
export interface DiscussionName {
  space: string;
  /** Id or number of the change request; absent for the space itself. */
  changeRequest?: string | null | undefined;
}

/** A comment as clients name it. */
export interface CommentName extends DiscussionName {
  comment: string;
}

/** A comment, or a reply to it. */
export interface RemarkName extends CommentName {
  reply?: string;
}

/** What is commented on. */
export interface Place {
  /** Id of the change request, else of the space. */
  id: string;
  organizationId: string;
  spaceId: string;
  changeRequestId: string | null;
  /** Its revision now. */
  revisionId: string;
}

/**
 * Locks what is commented on, which counts its comments: whoever writes, settles or deletes any of them waits here.
 * @throws NOT_FOUND; FORBIDDEN for who may not comment.
 */
export async function lockPlace(unit: UnitOfWork, { space, changeRequest }: DiscussionName): Promise<Place> {
  if (changeRequest == null) {
    const { id, organizationId, revisionId } = await lockTarget(unit, 'Space', space, 'space.comment');
    return { id, organizationId, spaceId: id, changeRequestId: null, revisionId };
  }
  const row = await lockChangeRequest(unit, { space, changeRequest }, 'space.comment');
  const { id, organizationId, spaceId, revisionId } = row;
  return { id, organizationId, spaceId, changeRequestId: id, revisionId };
}

/** A comment on what is locked; undefined where it has none of that id. */
export function findComment(unit: UnitOfWork, { id }: Place, comment: string): Promise<Comment | undefined> {
  return findRemark(unit, id, comment);
}

/** A comment on what is locked. @throws NOT_FOUND. */
export async function getComment(unit: UnitOfWork, place: Place, comment: string): Promise<Comment> {
  const found = await findComment(unit, place, comment);
  if (!found) throw notFound('comment', comment);
  return found;
}

/** A reply to a comment; undefined where it has none of that id. */
export function findReply(unit: UnitOfWork, { id }: Comment, reply: string): Promise<Comment | undefined> {
  return findRemark(unit, id, reply);
}

/** A reply to a comment. @throws NOT_FOUND. */
export async function getReply(unit: UnitOfWork, thread: Comment, reply: string): Promise<Comment> {
  const found = await findReply(unit, thread, reply);
  if (!found) throw notFound('reply', reply);
  return found;
}

function findRemark({ tx }: UnitOfWork, parentId: string, id: string): Promise<Comment | undefined> {
  const query = tx.read.sql.selectFrom('Comment').selectAll().where('id', '=', id).where('parentId', '=', parentId);
  return tx.read.first(query);
}
