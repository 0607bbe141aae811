import { ownMember } from '../../../engine/base/own-member.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import { customRuleHolds, plainTextOf } from '../../identity/merge-rule-settings/custom-rule.js';
import type { Rule } from '../../identity/merge-rule-settings/merge-rule-types.js';
import type { CountedReview, RuleInput } from './rule-input.js';

/** A merge rule, and its result for a change request. */
export interface RuleResult {
  rule: Rule;
  /** Whether the rule is met. */
  holds: boolean;
  /** Requirement of the rule, as a phrase that completes a sentence such as `The rule takes …`. */
  needs: string;
  /** Ids of the users whose review could meet the rule, if it depends on certain users. */
  users: readonly string[];
}

type Verdict = Omit<RuleResult, 'rule' | 'users'> & { users?: readonly string[] };

/** Evaluates each rule for a change request, except rules that let users bypass the other rules. */
export function evaluateRules(rules: readonly Rule[], input: RuleInput): RuleResult[] {
  return rules
    .filter(({ rule }) => rule !== 'allow_bypass')
    .map((rule) => ({ users: [], ...(ownMember(evaluators, rule.rule)?.(rule, input) ?? unknownRuleVerdict), rule }));
}

const unknownRuleVerdict: Verdict = { holds: false, needs: 'a rule that this version knows' };

/** Functions that evaluate merge rules, by the name of the rule. A rule with an unknown name is never met. */
const evaluators: Record<string, (rule: Rule, input: RuleInput) => Verdict> = {
  require_specific_reviewers: (rule, input) => {
    const namedUsers = currentNamedUsers(rule, input);
    const missing = namedUsers.filter((user) => !approvers(input).includes(user));
    const isMet = namedUsers.length > 0 && missing.length === 0;
    return { holds: isMet, needs: 'an approval by each of the users that it names', users: missing };
  },
  require_one_of_specific_reviewers: (rule, input) => {
    const namedUsers = currentNamedUsers(rule, input);
    const isMet = namedUsers.some((user) => approvers(input).includes(user));
    return { holds: isMet, needs: 'an approval by one of the users that it names', users: isMet ? [] : namedUsers };
  },
  require_at_least_one_review: (_rule, { reviews }) => ({
    holds: reviews.some((review) => review.hasRole && isApproval(review)),
    needs: 'an approval by a person other than the author, with the role review on the space',
  }),
  require_all_reviews_approved: (_rule, { reviews, pendingReviewers }) => ({
    holds: pendingReviewers.length === 0 && !reviews.some(({ hasRole, status }) => hasRole && status !== 'approved'),
    needs: 'no review that requests changes, and no requested review that is missing',
    users: pendingReviewers,
  }),
  require_agent_review: (_rule, { reviews }) => ({
    holds: reviews.some(({ byAgent, status }) => byAgent && status === 'approved'),
    needs: 'an approval by an agent of a person other than the author',
  }),
  require_up_to_date_change_request: (_rule, { isOutdated }) => ({
    holds: !isOutdated,
    needs: 'an update of the change request from its space',
  }),
  require_change_request_subject: (_rule, { changeRequest }) => ({
    holds: changeRequest.subject.trim() !== '',
    needs: 'a subject',
  }),
  require_change_request_description: (_rule, { changeRequest }) => ({
    holds: changeRequest.description !== null,
    needs: 'a description',
  }),
  custom: ({ expression }, input) => {
    const result = customRuleHolds(expression ?? '', expressionValues(input));
    if (typeof result === 'boolean') return { holds: result, needs: `that ${expression} is true` };
    return { holds: false, needs: `an expression that can be read: ${result.fault}` };
  },
};

const isApproval = ({ byAgent, status }: CountedReview): boolean => !byAgent && status === 'approved';

/** Returns the ids of the users whose review approves; reviews by agents do not count. */
function approvers({ reviews }: RuleInput): string[] {
  return reviews.filter(isApproval).map(({ reviewerId }) => reviewerId);
}

/** Returns the ids of the users that a rule names, without users who left the organization. */
function currentNamedUsers({ users = [] }: Rule, { currentMembers }: RuleInput): string[] {
  return users.filter((user) => currentMembers.has(user));
}

/** Milliseconds in a day. */
const dayMs = 86_400_000;

/** Returns the values that expressions of custom rules can read. */
function expressionValues({ changeRequest, isOutdated, reviews, changes, now }: RuleInput): ValueRecord {
  const { subject, description, createdById, createdAt } = changeRequest;
  const count = (matches: (review: CountedReview) => boolean): number => reviews.filter(matches).length;
  return {
    changeRequest: {
      subject,
      description: plainTextOf(description),
      createdBy: createdById,
      isOutdated,
      age: Math.floor((now().getTime() - Date.parse(createdAt)) / dayMs),
    },
    changes: { ...(changes ?? { pages: 0, files: 0, words: 0 }) },
    reviews: {
      approved: count(isApproval),
      changesRequested: count(({ byAgent, status }) => !byAgent && status !== 'approved'),
      agent: count(({ byAgent }) => byAgent),
    },
    comments: { open: changeRequest.commentsOpen },
  };
}
