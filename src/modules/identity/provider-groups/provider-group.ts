import { can } from '../../../access/policy.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { teamsById } from '../teams/loaders.js';
import { Team } from '../teams/team.js';

/** Name of a group at an identity provider. */
const ProviderGroupName = textScalar('ProviderGroupName', {
  description: 'Name of a group, exactly as the identity provider writes it.',
  minLength: 1,
  maxLength: 255,
});

/** Modes of groups: whether they only add people to teams, or also remove them. */
export const GroupMode = documentedEnum('GroupMode', 'Effect of the groups of a person on its teams.', {
  additive: 'A group adds its members to teams. Nobody is removed.',
  authoritative:
    'A group adds its members to its teams, and its other teams lose people who are in none of their groups.',
});

/** Input for a group and one of the teams that it maps to. */
export const ProviderGroupInput = builder.inputType('ProviderGroupInput', {
  description: 'A group of an identity provider, and a team that its members belong to.',
  fields: (t) => ({
    group: t.field({ type: ProviderGroupName, required: true, description: 'Name of the group, case-sensitive.' }),
    team: t.id({ required: true, description: 'Id of a team of the organization.' }),
  }),
});

type ProviderGroupRow = Row<'ProviderGroup'>;

/** A group is visible to viewers who may see its provider. */
const seesProviderGroup: Guard<ProviderGroupRow> = (group, { viewer }) => can(viewer, 'sso.view', group);

/** A group and one of the teams that it maps to. A group with several teams has one object for each team. */
export const ProviderGroup = builder.objectRef<ProviderGroupRow>('ProviderGroup').implement({
  description: 'A group of an identity provider, and a team that its members belong to.',
  extensions: { guard: seesProviderGroup },
  fields: (t) => ({
    group: t.expose('group', { type: ProviderGroupName, description: 'Name of the group, case-sensitive.' }),
    team: t.field({
      type: Team,
      nullable: true,
      description: 'The team; null if the caller may not see it.',
      resolve: ({ teamId }, _args, { loaders }) => loaders.load(teamsById, teamId),
    }),
  }),
});
