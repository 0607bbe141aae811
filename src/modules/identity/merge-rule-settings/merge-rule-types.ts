import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import type { Json } from '../../../engine/base/types.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';

/** A merge rule, in the form that the database and `/v1` use. */
export interface Rule {
  rule: string;
  users?: string[];
  expression?: string;
}

/** Conditions for merging a change request, in the form that the database and `/v1` use. */
export interface RuleSet {
  type: 'inherit' | 'none' | 'rules';
  rules?: Rule[];
}

const MergeRuleName = documentedEnum('MergeRuleName', 'Requirement of a merge rule.', {
  require_specific_reviewers: 'Reviews by all named users.',
  require_one_of_specific_reviewers: 'A review by one of the named users.',
  allow_bypass: 'The named users are exempt: they can merge whatever the other rules say.',
  require_at_least_one_review: 'A review.',
  require_all_reviews_approved: 'All reviews approve.',
  require_agent_review: 'A review by an agent.',
  require_up_to_date_change_request: 'A change request whose content is equal to that of its space.',
  require_change_request_subject: 'A subject.',
  require_change_request_description: 'A description.',
  custom: 'The parsed form of an expression.',
});

/** A merge rule of an organization or space. */
export const MergeRule = builder.objectRef<Rule>('MergeRule').implement({
  description: 'A rule that a change request must meet before it is merged.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    rule: t.field({ type: MergeRuleName, description: 'Its requirement.', resolve: ({ rule }) => rule }),
    userIds: t.exposeIDList('users', { nullable: true, description: 'Ids of the users that it names.' }),
    users: t.field({
      type: [User],
      nullable: { list: true, items: true },
      description: 'The users that the rule names.',
      resolve: ({ users }, _args, { loaders }) => users && Promise.all(users.map((id) => loaders.load(usersById, id))),
    }),
    expression: t.exposeString('expression', { nullable: true, description: 'The expression of a custom rule.' }),
  }),
});

const MergeRuleInput = builder.inputType('MergeRuleInput', {
  description: 'A rule that a change request must meet before it is merged.',
  extensions: { rest: { name: 'MergeRuleUpdate' } },
  fields: (t) => ({
    rule: t.field({ type: MergeRuleName, required: true, description: 'Its requirement.' }),
    users: t.idList({
      description: 'Ids of the users that it names, at most 250.',
      extensions: { rest: { schema: { maxItems: 250 } } },
    }),
    expression: t.string({
      description: 'The expression of a custom rule, at most 1024 characters.',
      extensions: { rest: { schema: { maxLength: 1024 } } },
    }),
  }),
});

const choices = {
  inherit: 'The rules of the organization.',
  none: 'No rules apply.',
  rules: 'Own rules.',
};

/** Merge rules of a space. */
export const [MergeRules, MergeRulesInput] = ruleSet('MergeRules', {
  description: "When a change request may be merged: the organization's rules, none, or the space's own.",
  choices,
});

const { inherit: _, ...ownChoices } = choices;

/** Merge rules of an organization. They have no choice `inherit`, because an organization has no parent. */
export const [StandaloneMergeRules, StandaloneMergeRulesInput] = ruleSet('StandaloneMergeRules', {
  description: 'When a change request may be merged.',
  choices: ownChoices,
});

/** Declares the GraphQL output type and the input type of a set of merge rules. */
function ruleSet(name: string, { description, choices }: { description: string; choices: Record<string, string> }) {
  const Type = documentedEnum(`${name}Type`, 'Which rules hold.', choices);
  const outputType = builder.objectRef<RuleSet>(name).implement({
    description,
    extensions: { guard: partOfGuardedObject },
    fields: (t) => ({
      type: t.field({ type: Type, description: 'Which rules hold.', resolve: ({ type }) => type }),
      rules: t.field({
        type: [MergeRule],
        nullable: true,
        description: 'The rules, if the space has its own.',
        resolve: ({ rules }) => rules,
      }),
    }),
  });
  const mapping = Object.fromEntries(Object.keys(choices).map((choice) => [choice, choice]));
  const inputType = builder.inputType(`${name}Input`, {
    description,
    isOneOf: true,
    extensions: { rest: { name: `${name}Update`, discriminator: { property: 'type', mapping, isFlat: true } } },
    fields: (t) => ({
      ...('inherit' in choices && { inherit: t.field({ type: 'True', description: choices.inherit! }) }),
      none: t.field({ type: 'True', description: choices.none! }),
      rules: t.field({
        type: [MergeRuleInput],
        description: `${choices.rules} At most 50.`,
        extensions: { rest: { schema: { maxItems: 50 } } },
      }),
    }),
  });
  return [outputType, inputType] as const;
}

/** Returns the merge rules of an input in their stored form; undefined if the input is absent. */
export function storedRules(
  input: { rules?: unknown; none?: unknown; inherit?: unknown } | null | undefined,
): Json | undefined {
  if (input == null) return undefined;
  if (input.rules != null) return { type: 'rules', rules: input.rules as Json };
  return { type: input.none ? 'none' : 'inherit' };
}
