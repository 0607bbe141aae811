import { jsonScalar } from '../../graphql/declare-scalars.js';

const mergeRule = {
  type: 'object',
  required: ['rule'],
  properties: {
    rule: {
      type: 'string',
      enum: [
        'require_specific_reviewers',
        'require_one_of_specific_reviewers',
        'allow_bypass',
        'require_at_least_one_review',
        'require_all_reviews_approved',
        'require_agent_review',
        'require_up_to_date_change_request',
        'require_change_request_subject',
        'require_change_request_description',
        'custom',
      ],
    },
    users: { type: 'array', items: { type: 'string' }, maxItems: 250 },
    expression: { type: 'string', minLength: 0, maxLength: 1024 },
  },
  additionalProperties: false,
};

function mergeRules(types: string[]) {
  return {
    type: 'object',
    required: ['type'],
    properties: {
      type: { type: 'string', enum: types },
      rules: { type: 'array', items: mergeRule, maxItems: 50 },
    },
    additionalProperties: false,
  };
}

/** When a change request may be merged, where there is something to inherit from. */
export const MergeRules = jsonScalar('MergeRules', {
  ...mergeRules(['inherit', 'none', 'rules']),
  description: "When a change request may be merged: the organization's rules, none, or the space's own.",
});

/** When a change request may be merged. */
export const StandaloneMergeRules = jsonScalar('StandaloneMergeRules', {
  ...mergeRules(['none', 'rules']),
  description: 'When a change request may be merged.',
});
