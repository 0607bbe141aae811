import type { DiffSize } from '../../../engine/change/diff/diff-size.js';
import type { Row } from '../../../platform/db/query/rows.js';

/**
 * A review that counts for the merge rules. It is the latest review of its reviewer, for the current content, and not
 * by the author of the change request.
 */
export interface CountedReview {
  reviewerId: string;
  /**
   * Whether the review was submitted with a token for an agent. Such reviews count separately from those of the user.
   */
  byAgent: boolean;
  status: string;
  /** Whether the reviewer has at least the role `review` on the space; a review request alone does not suffice. */
  hasRole: boolean;
}

/** Data that the evaluation of the merge rules of a change request reads. */
export interface RuleInput {
  changeRequest: Row<'ChangeRequest'>;
  /** Whether its space has changed since the change request was last updated from it. */
  isOutdated: boolean;
  reviews: readonly CountedReview[];
  /** Ids of members with an open review request. */
  pendingReviewers: readonly string[];
  /** Ids of users named by rules or in review requests who are still members of the organization. */
  currentMembers: ReadonlySet<string>;
  /** Size of the changes in the change request; null unless a custom rule reads it. */
  changes: DiffSize | null;
  /** Returns the current time; called only if a custom rule reads it. */
  now(): Date;
}
