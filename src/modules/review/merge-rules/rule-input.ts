import type { DiffSize } from '../../../engine/change/diff/diff-size.js';
import type { Row } from '../../../platform/db/query/rows.js';

/**
 * A review that counts: the latest one of its reviewer, on the current content of the change request, and not by its
 * author.
 */
export interface CountedReview {
  reviewerId: string;
  /** Whether an agent's token submitted the review; such reviews count separately from those of the user. */
  byAgent: boolean;
  status: string;
  /** Whether the reviewer has the role that reviews require, with or without a request. */
  hasRole: boolean;
}

/** Data with which the rules of a change request are evaluated. */
export interface RuleInput {
  changeRequest: Row<'ChangeRequest'>;
  /** Whether its space has changed since the change request was last updated from it. */
  isOutdated: boolean;
  reviews: readonly CountedReview[];
  /** Ids of members with an open review request. */
  pendingReviewers: readonly string[];
  /** Ids of users named by rules or in review requests who are still members of the organization. */
  currentMembers: ReadonlySet<string>;
  /** Extent of the change request's changes; null unless a custom rule reads it. */
  changes: DiffSize | null;
  /** Returns the current time; called only if a custom rule reads it. */
  now(): Date;
}
