import { effectiveRole } from '../../../access/effective-role.js';
import { grantsOfUser } from '../../../access/grants.js';
import { requiredRole } from '../../../access/required-roles.js';
import { includes, type Role } from '../../../access/viewer.js';
import type { DiffSize } from '../../../engine/change/diff/diff-size.js';
import type { Loaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { baseRevisionOf } from '../../content/revisions/base-revision.js';
import { memberKey, membersByKey } from '../../identity/members/loaders.js';
import { usesChanges } from '../../identity/merge-rule-settings/custom-rule.js';
import type { Rule } from '../../identity/merge-rule-settings/merge-rule-types.js';
import { countedReviewsByChangeRequest, pendingReviewersByChangeRequest } from './loaders.js';
import type { CountedReview, RuleInput } from './rule-input.js';

/** A change request to evaluate, and its rules. */
export interface RuleSubject {
  rules: readonly Rule[];
  space: Row<'Space'>;
  changeRequest: Row<'ChangeRequest'>;
  /** Computes the size of the changes in the change request; called only if a custom rule reads it. */
  readExtent(): Promise<DiffSize>;
  /** Returns the current time; called only if a custom rule reads it. */
  now(): Date;
}

/** Names of the rules whose evaluation reads neither reviews nor users. */
const rulesWithoutReviews = new Set([
  'allow_bypass',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'require_change_request_description',
]);

/** Reads the data that the evaluation of the rules needs. Omits data that the given rules do not need. */
export async function readRuleInput(
  loaders: Loaders,
  { rules, space, changeRequest, readExtent, now }: RuleSubject,
): Promise<RuleInput> {
  const isOutdated = changeRequest.status !== 'merged' && space.revisionId !== baseRevisionOf(changeRequest);
  const customExpressions = rules.filter(({ rule }) => rule === 'custom').map(({ expression }) => expression ?? '');
  const changes = customExpressions.some(usesChanges) ? await readExtent() : null;
  const changeRequestInput = { changeRequest, isOutdated, changes, now };
  if (rules.every(({ rule }) => rulesWithoutReviews.has(rule)))
    return { ...changeRequestInput, reviews: [], pendingReviewers: [], currentMembers: new Set() };
  const { id } = changeRequest;
  const [reviews, requestedReviewers] = await Promise.all([
    loaders.load(countedReviewsByChangeRequest, id),
    loaders.load(pendingReviewersByChangeRequest, id),
  ]);
  const namedUsers = [...rules.flatMap(({ users = [] }) => users), ...requestedReviewers];
  const users = [...new Set([...namedUsers, ...reviews.map(({ reviewerId }) => reviewerId)])];
  const roles = await rolesOf(loaders, { users, space });
  const currentMembers = new Set(namedUsers.filter((user) => roles.has(user)));
  return {
    ...changeRequestInput,
    currentMembers,
    pendingReviewers: requestedReviewers.filter((user) => currentMembers.has(user)),
    reviews: reviews.flatMap((review) => countedReviewsFrom(review, roles)),
  };
}

/**
 * Returns the review as an array, or an empty array if the reviewer left the organization: such reviews do not count.
 */
function countedReviewsFrom(
  { reviewerId, byAgent, status }: Row<'Review'>,
  roles: ReadonlyMap<string, Role | null>,
): CountedReview[] {
  if (!roles.has(reviewerId)) return [];
  const hasRole = includes(roles.get(reviewerId), requiredRole['space.review']);
  return [{ reviewerId, byAgent, status, hasRole }];
}

/** Returns the roles of users on a space; omits users who are not members of its organization or are disabled there. */
async function rolesOf(
  loaders: Loaders,
  { users, space }: { users: string[]; space: Row<'Space'> },
): Promise<ReadonlyMap<string, Role | null>> {
  const [members, grants] = await Promise.all([
    Promise.all(users.map((user) => loaders.load(membersByKey, memberKey(space.organizationId, user)))),
    Promise.all(users.map((user) => loaders.load(grantsOfUser, user))),
  ]);
  return new Map(
    users.flatMap((user, index): [string, Role | null][] => {
      const member = members[index];
      if (!member || member.disabled) return [];
      return [[user, effectiveRole(member.role as Role | null, space, grants[index]!)]];
    }),
  );
}
