import type { Context } from '../../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { baseRevisionOf } from '../../content/revisions/base-revision.js';
import { readManifest } from '../../content/revisions/manifests.js';
import { getRevision } from '../../content/revisions/revision-cache.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { MergeRule } from '../../identity/merge-rule-settings/merge-rule-types.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import { computeChangeSize } from '../merge-rules/change-size.js';
import { evaluateRules, type RuleResult } from '../merge-rules/evaluate-rules.js';
import { readRuleInput } from '../merge-rules/read-rule-input.js';
import { effectiveRules } from '../merge-rules/require-rules.js';
import { ChangeRequest } from './change-request.js';
import { MergePreview } from './merge-preview.js';

const JudgedMergeRule = builder.objectRef<RuleResult>('JudgedMergeRule').implement({
  description: 'A merge rule, and whether a change request meets it now.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    rule: t.field({ type: MergeRule, description: 'The rule.', resolve: ({ rule }) => rule }),
    holds: t.exposeBoolean('holds', { description: 'Whether the rule is met.' }),
    needs: t.exposeString('needs', { description: 'The side to take.' }),
    users: t.field({
      type: [User],
      description: 'The users who could meet it, if it depends on certain people.',
      resolve: ({ users }, _args, { loaders }) => Promise.all(users.map((id) => loaders.get(usersById, id))),
    }),
  }),
});

/** Returns the merge rules that apply to a change request, each with its result. */
const ruleResultsOf = (context: Context, changeRequest: Row<'ChangeRequest'>): Promise<RuleResult[]> =>
  context.loaders.once(`rules of ${changeRequest.id}`, () => evaluateMergeRules(context, changeRequest));

const description =
  'The rules that apply to merging it, and whether each is met now; rules do not apply to people who may bypass them.';

builder.objectField(ChangeRequest, 'mergeRules', (t) =>
  t.field({
    type: [JudgedMergeRule],
    description,
    resolve: (changeRequest, _args, context) => ruleResultsOf(context, changeRequest),
  }),
);

builder.objectField(MergePreview, 'rules', (t) =>
  t.field({
    type: [JudgedMergeRule],
    description,
    resolve: ({ changeRequest }, _args, context) => ruleResultsOf(context, changeRequest),
  }),
);

/** Evaluates the merge rules of the space of a change request, or of its organization if the space inherits them. */
async function evaluateMergeRules(context: Context, changeRequest: Row<'ChangeRequest'>): Promise<RuleResult[]> {
  const { loaders } = context;
  const space = await loaders.get(spacesById, changeRequest.spaceId);
  const rules = await effectiveRules(space, () => loaders.get(organizationsById, space.organizationId));
  if (rules.length === 0) return [];
  const extent = () => computeExtent(context, changeRequest);
  const subject = { rules, space, changeRequest, readExtent: extent, now: () => new Date() };
  return evaluateRules(rules, await readRuleInput(loaders, subject));
}

async function computeExtent({ loaders, read: queries }: Context, changeRequest: Row<'ChangeRequest'>) {
  const { organizationId, revisionId } = changeRequest;
  const manifestAt = async (id: string) => readManifest(queries, await getRevision(loaders, { organizationId, id }));
  const [before, after] = await Promise.all([baseRevisionOf(changeRequest), revisionId].map(manifestAt));
  return computeChangeSize(queries, { organizationId, before: before!, after: after! });
}
