import { authorize, can, inScope } from '../../../access/policy.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { updateLater } from '../../../platform/db/write/change-rows.js';
import { insertLater } from '../../../platform/db/write/insert-rows.js';
import type { DocumentInput } from '../../content/content-work/written-text.js';
import { type Act, type Actor, act } from '../../shared/act.js';
import { getRow, placeRole } from '../../shared/targets.js';
import { type ChangeRequestName, eventOn, lockChangeRequest, requireState } from '../change-requests/targets.js';
import { insertComment } from '../comments/actions.js';
import { commentMarkdown } from '../comments/comment-text.js';
import { mergeRulesOf } from '../merge-rules/require-rules.js';

/** What a reviewer came to. */
export interface NewReview {
  status: string;
  comment?: DocumentInput | null;
}

/** Ids of a review that was written, and of what it is of. */
export interface ReviewWritten {
  reviewId: string;
  changeRequestId: string;
}

type ChangeRequest = Row<'ChangeRequest'>;
type ReviewRequest = Row<'ReviewRequest'>;

/**
 * Writes a review of a change request as it is now, with its comment, and answers the request for it.
 * @throws NOT_FOUND; FORBIDDEN for who has not the role, is not asked to and is named by no rule; CONFLICT where it takes no
 * reviews; BAD_USER_INPUT for a comment that cannot be.
 */
export function submitReview(actor: Actor, name: ChangeRequestName, review: NewReview): Promise<ReviewWritten> {
  return act(actor, async (under) => {
    const changeRequest = await lockChangeRequest(under, name, 'changeRequest.view');
    const request = await requestTo(under, changeRequest);
    await requireReviewer(under, changeRequest, request);
    requireState(changeRequest, 'be reviewed');
    const id = insertReview(under, changeRequest, { status: review.status, request });
    if (review.comment) await addComment(under, changeRequest, { reviewId: id, text: review.comment });
    under.record({
      ...eventOn(changeRequest),
      action: 'submitChangeRequestReview',
      changes: { review: id, status: review.status },
    });
    return { reviewId: id, changeRequestId: changeRequest.id };
  });
}

function requestTo({ tx, actorId }: Act, { id }: ChangeRequest): Promise<ReviewRequest | undefined> {
  const requests = tx.read.sql.selectFrom('ReviewRequest').selectAll();
  return tx.read.first(requests.where('changeRequestId', '=', id).where('userId', '=', actorId));
}

/** Holders of the role, those who were asked, and those whom a rule names; an agent by what its user may. */
async function requireReviewer(
  under: Act,
  { spaceId }: ChangeRequest,
  request: ReviewRequest | undefined,
): Promise<void> {
  const space = await getRow(under, 'Space', spaceId);
  const owned = await placeRole(under, space);
  if (can(under.viewer, 'changeRequest.review', owned)) return;
  if (inScope(under.viewer, 'changeRequest.review')) {
    if (request) return;
    const rules = await mergeRulesOf(under, space);
    if (rules.some(({ rule, users }) => rule !== 'allow_bypass' && users?.includes(under.actorId))) return;
  }
  authorize(under.viewer, 'changeRequest.review', owned);
}

function insertReview(
  { tx, at, actorId, viewer }: Act,
  { id: changeRequestId, organizationId, spaceId, revisionId, edits }: ChangeRequest,
  { status, request }: { status: string; request: ReviewRequest | undefined },
): string {
  const id = newId('Review');
  const byAgent = viewer.kind === 'user' && viewer.isAgent;
  const place = { id, organizationId, spaceId, changeRequestId, revisionId, edits };
  const said = { reviewerId: actorId, byAgent, status, createdAt: at, updatedAt: at };
  const asked = request && request.answeredAt === null ? request.requestedById : null;
  insertLater(tx, { table: 'Review', rows: [{ ...place, ...said, requestedById: asked }] });
  const where = { changeRequestId, userId: actorId };
  if (request && !byAgent) updateLater(tx, { table: 'ReviewRequest', where, set: { answeredAt: at } });
  return id;
}

async function addComment(
  under: Act,
  { id: changeRequestId, organizationId, spaceId, revisionId }: ChangeRequest,
  { reviewId, text }: { reviewId: string; text: DocumentInput },
): Promise<void> {
  const body = await commentMarkdown(under, revisionId, { field: 'comment', text });
  const place = { id: changeRequestId, organizationId, spaceId, changeRequestId, revisionId };
  if (body !== '') insertComment(under, place, { reviewId, revisionId, body });
}
