import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import type { Context } from '../../graphql/context.js';
import type { Row } from '../../store/rows.js';
import { ChangeRequest } from '../change-requests/change-request.js';
import { MergePreview } from '../change-requests/merge-preview.js';
import { organizationsById } from '../organizations/loaders.js';
import { baseRevisionOf } from '../revisions/base-revision.js';
import { getRevision } from '../revisions/known-revisions.js';
import { readManifest } from '../revisions/manifests.js';
import { spacesById } from '../spaces/loaders.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';
import { type JudgedRule, judgeRules } from './judge-rules.js';
import { MergeRule } from './merge-rule-types.js';
import { readRuleCase } from './read-case.js';
import { readExtent } from './read-extent.js';
import { effectiveRules } from './require-rules.js';

const JudgedMergeRule = builder.objectRef<JudgedRule>('JudgedMergeRule').implement({
  description: 'A merge rule, and whether a change request meets it now.',
  extensions: { guard: embedded },
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

/** The rules, each with what it says of a change request. */
const rulesOf = (context: Context, changeRequest: Row<'ChangeRequest'>): Promise<JudgedRule[]> =>
  context.loaders.once(`rules of ${changeRequest.id}`, () => judged(context, changeRequest));

const description =
  'The rules that apply to merging it, and whether each is met now; rules do not apply to people who may bypass them.';

builder.objectField(ChangeRequest, 'mergeRules', (t) =>
  t.field({
    type: [JudgedMergeRule],
    description,
    resolve: (changeRequest, _args, context) => rulesOf(context, changeRequest),
  }),
);

builder.objectField(MergePreview, 'rules', (t) =>
  t.field({
    type: [JudgedMergeRule],
    description,
    resolve: ({ changeRequest }, _args, context) => rulesOf(context, changeRequest),
  }),
);

/** A change request, held against the rules of its space, or of the organization that the space inherits them from. */
async function judged(context: Context, changeRequest: Row<'ChangeRequest'>): Promise<JudgedRule[]> {
  const { loaders } = context;
  const space = await loaders.get(spacesById, changeRequest.spaceId);
  const rules = await effectiveRules(space, () => loaders.get(organizationsById, space.organizationId));
  if (rules.length === 0) return [];
  const extent = () => extentOf(context, changeRequest);
  const asked = { rules, space, changeRequest, readExtent: extent, now: () => new Date() };
  return judgeRules(rules, await readRuleCase(loaders, asked));
}

async function extentOf({ loaders, read: queries }: Context, changeRequest: Row<'ChangeRequest'>) {
  const { organizationId, revisionId } = changeRequest;
  const manifestAt = async (id: string) => readManifest(queries, await getRevision(loaders, { organizationId, id }));
  const [before, after] = await Promise.all([baseRevisionOf(changeRequest), revisionId].map(manifestAt));
  return readExtent(queries, { organizationId, before: before!, after: after! });
}
