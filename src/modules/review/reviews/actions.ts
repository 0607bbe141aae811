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

/** A review to submit. */
export interface NewReview {
  status: string;
  comment?: DocumentInput | null;
}

/** Ids of a new review and of its change request. */
export interface ReviewOutcome {
  reviewId: string;
  changeRequestId: string;
}

type ChangeRequest = Row<'ChangeRequest'>;
type ReviewRequest = Row<'ReviewRequest'>;

/**
 * Submits a review of the current state of a change request, with its comment. If the caller has a review request, the
 * review completes it.
 * @throws NOT_FOUND
 * @throws FORBIDDEN for a caller who neither has the role to review nor a review request, and whom no merge rule names
 * @throws CONFLICT if the state of the change request allows no reviews
 * @throws BAD_USER_INPUT for an invalid comment
 */
export function submitReview(actor: Actor, name: ChangeRequestName, review: NewReview): Promise<ReviewOutcome> {
  return runAction(actor, async (unit) => {
    const changeRequest = await lockChangeRequest(unit, name, 'changeRequest.view');
    const request = await findOwnRequest(unit, changeRequest);
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

function findOwnRequest({ tx, actorId }: UnitOfWork, { id }: ChangeRequest): Promise<ReviewRequest | undefined> {
  const requests = tx.read.sql.selectFrom('ReviewRequest').selectAll();
  return tx.read.first(requests.where('changeRequestId', '=', id).where('userId', '=', actorId));
}

/**
 * Checks that the caller may review: the caller has the role to review, has a review request, or is named by a merge
 * rule. An agent has the permissions of its user.
 */
async function requireReviewer(
  unit: UnitOfWork,
  { spaceId }: ChangeRequest,
  request: ReviewRequest | undefined,
): Promise<void> {
  const space = await getRow(unit, 'Space', spaceId);
  const spaceRole = await placeRole(unit, space);
  if (can(unit.viewer, 'changeRequest.review', spaceRole)) return;
  if (inScope(unit.viewer, 'changeRequest.review')) {
    if (request) return;
    const rules = await mergeRulesOf(unit, space);
    if (rules.some(({ rule, users }) => rule !== 'allow_bypass' && users?.includes(unit.actorId))) return;
  }
  authorize(unit.viewer, 'changeRequest.review', spaceRole);
}

function insertReview(
  { tx, at, actorId, viewer }: UnitOfWork,
  { id: changeRequestId, organizationId, spaceId, revisionId, edits }: ChangeRequest,
  { status, request }: { status: string; request: ReviewRequest | undefined },
): string {
  const id = newId('Review');
  const byAgent = viewer.kind === 'user' && viewer.isAgent;
  const ids = { id, organizationId, spaceId, changeRequestId, revisionId, edits };
  const columns = { reviewerId: actorId, byAgent, status, createdAt: at, updatedAt: at };
  const requesterId = request && request.answeredAt === null ? request.requestedById : null;
  bufferInsert(tx, { table: 'Review', rows: [{ ...ids, ...columns, requestedById: requesterId }] });
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
  const discussion = { id: changeRequestId, organizationId, spaceId, changeRequestId, revisionId };
  if (body !== '') insertComment(unit, discussion, { reviewId, revisionId, body });
}
