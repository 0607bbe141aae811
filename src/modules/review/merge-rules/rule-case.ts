import type { Extent } from '../../../engine/change/diff/extent.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** A review that counts: the latest of its reviewer, of what the change request proposes now, by another than its author. */
export interface CountedReview {
  reviewerId: string;
  /** Of one person, what an agent's token wrote stands apart. */
  byAgent: boolean;
  status: string;
  /** Whether the reviewer has the role that reviews take, whoever asked. */
  hasRole: boolean;
}

/** What a change request is judged by. */
export interface RuleCase {
  changeRequest: Row<'ChangeRequest'>;
  /** Whether its space moved on since it was last brought up to date. */
  isOutdated: boolean;
  reviews: readonly CountedReview[];
  /** Ids of the members who were asked for a review and have not answered. */
  asked: readonly string[];
  /** Ids of those named by rules who still belong to the organization. */
  present: ReadonlySet<string>;
  /** How much it changes; there where a custom rule asks. */
  changes: Extent | null;
  /** The time; asked where a custom rule asks. */
  now(): Date;
}
