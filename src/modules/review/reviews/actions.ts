import { authorize, can, inScope } from '../../../access/policy.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import type { DocumentInput } from '../../content/content-work/written-text.js';
import { getRow, placeRole } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { type ChangeRequestName, eventOn, lockChangeRequest, requireState } from '../change-requests/targets.js';
import { insertComment } from '../comments/actions.js';
import { commentMarkdown } from '../comments/comment-text.js';
import { mergeRulesOf } from '../merge-rules/require-rules.js';

/** A review from a client. */
export interface NewReview {
  status: string;
  comment?: DocumentInput | null;
}

/** Ids of a new review and of its change request. */
export interface ReviewWritten {
  reviewId: string;
  changeRequestId: string;
}

type ChangeRequest = Row<'ChangeRequest'>;
type ReviewRequest = Row<'ReviewRequest'>;

/**
 * Submits a review of the current state of a change request, with its comment. It completes the caller's review
 * request, if there is one.
 * @throws NOT_FOUND
 * @throws FORBIDDEN for a caller without the role to review who has no review request and is named by no rule
 * @throws CONFLICT if the state of the change request allows no reviews
 * @throws BAD_USER_INPUT for an invalid comment
 */
export function submitReview(actor: Actor, name: ChangeRequestName, review: NewReview): Promise<ReviewWritten> {
  return runAction(actor, async (unit) => {
    const changeRequest = await lockChangeRequest(unit, name, 'changeRequest.view');
    const request = await requestTo(unit, changeRequest);
    await requireReviewer(unit, changeRequest, request);
    requireState(changeRequest, 'be reviewed');
    const id = insertReview(unit, changeRequest, { status: review.status, request });
    if (review.comment) await addComment(unit, changeRequest, { reviewId: id, text: review.comment });
    unit.record({
      ...eventOn(changeRequest),
      action: 'submitChangeRequestReview',
      changes: { review: id, status: review.status },
    });
    return { reviewId: id, changeRequestId: changeRequest.id };
  });
}

function requestTo({ tx, actorId }: UnitOfWork, { id }: ChangeRequest): Promise<ReviewRequest | undefined> {
  const requests = tx.read.sql.selectFrom('ReviewRequest').selectAll();
  return tx.read.first(requests.where('changeRequestId', '=', id).where('userId', '=', actorId));
}

/**
 * Allows users with the role to review, users with a review request, and users whom a rule names. An agent has the
 * rights of its user.
 */
async function requireReviewer(
  unit: UnitOfWork,
  { spaceId }: ChangeRequest,
  request: ReviewRequest | undefined,
): Promise<void> {
  const space = await getRow(unit, 'Space', spaceId);
  const owned = await placeRole(unit, space);
  if (can(unit.viewer, 'changeRequest.review', owned)) return;
  if (inScope(unit.viewer, 'changeRequest.review')) {
    if (request) return;
    const rules = await mergeRulesOf(unit, space);
    if (rules.some(({ rule, users }) => rule !== 'allow_bypass' && users?.includes(unit.actorId))) return;
  }
  authorize(unit.viewer, 'changeRequest.review', owned);
}

function insertReview(
  { tx, at, actorId, viewer }: UnitOfWork,
  { id: changeRequestId, organizationId, spaceId, revisionId, edits }: ChangeRequest,
  { status, request }: { status: string; request: ReviewRequest | undefined },
): string {
  const id = newId('Review');
  const byAgent = viewer.kind === 'user' && viewer.isAgent;
  const place = { id, organizationId, spaceId, changeRequestId, revisionId, edits };
  const columns = { reviewerId: actorId, byAgent, status, createdAt: at, updatedAt: at };
  const requesterId = request && request.answeredAt === null ? request.requestedById : null;
  bufferInsert(tx, { table: 'Review', rows: [{ ...place, ...columns, requestedById: requesterId }] });
  const where = { changeRequestId, userId: actorId };
  if (request && !byAgent) bufferUpdate(tx, { table: 'ReviewRequest', where, set: { answeredAt: at } });
  return id;
}

async function addComment(
  unit: UnitOfWork,
  { id: changeRequestId, organizationId, spaceId, revisionId }: ChangeRequest,
  { reviewId, text }: { reviewId: string; text: DocumentInput },
): Promise<void> {
  const body = await commentMarkdown(unit, revisionId, { field: 'comment', text });
  const place = { id: changeRequestId, organizationId, spaceId, changeRequestId, revisionId };
  if (body !== '') insertComment(unit, place, { reviewId, revisionId, body });
}
