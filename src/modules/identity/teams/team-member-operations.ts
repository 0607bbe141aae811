import { builder, type Fields, type InputFields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { TeamMemberRole } from './enums.js';
import { teamsById } from './loaders.js';
import { addTeamMember, deleteTeamMember, updateTeamMembers } from './member-actions.js';
import { Team } from './team.js';

/** Returns the input fields for the ids of the organization and the team. */
const teamPath = (t: InputFields) => ({
  organization: t.id({ required: true, description: 'Id of the organization.' }),
  team: t.id({ required: true, description: 'Id of the team.' }),
});

const changedTeamPayload = {
  description: 'The changed team.',
  outputFields: (t: Fields<{ id: string }>) => ({
    team: t.field({
      type: Team,
      nullable: true,
      description: 'The team after the change; null for a guest who gave up owning it.',
      resolve: ({ id }, _args, { loaders }) => loaders.load(teamsById, id),
    }),
  }),
};

const TeamMembershipInput = builder.inputType('TeamMembershipInput', {
  description: 'The role of one member in a team.',
  extensions: { rest: { entries: { key: 'user' } } },
  fields: (t) => ({
    user: t.id({ required: true, description: 'Id of the member.' }),
    role: t.field({ type: TeamMemberRole, required: true, description: 'Role in the team.' }),
  }),
});

mutation('updateTeamMembers', {
  description: 'Changes several members of a team at once.',
  policy: 'team.manage',
  takes: 'Changes to the members of a team; at most 250 of each kind, all or none.',
  input: (t) => ({
    ...teamPath(t),
    add: t.stringList({
      description: 'Ids or e-mail addresses of members of the organization to add; existing members keep their role.',
    }),
    memberships: t.field({
      type: [TeamMembershipInput],
      description: 'Roles of members of the organization; those without a grant are added.',
    }),
    remove: t.stringList({
      description:
        'Ids or e-mail addresses to remove; wins over the other two lists, and ignores people who are not members.',
    }),
  }),
  action: async ({ organization, team, ...changes }, context) => {
    await updateTeamMembers(context, { organization, team }, changes);
    return { id: team };
  },
  payload: changedTeamPayload,
});

mutation('addTeamMember', {
  description: "Adds a member to a team, or changes the member's role in it.",
  policy: 'team.manage',
  takes: 'The member to add to a team.',
  input: (t) => ({
    ...teamPath(t),
    user: t.id({ required: true, description: 'Id of a member of the organization.' }),
    role: t.field({
      type: TeamMemberRole,
      description: 'Role in the team; if absent, the present role, or `MEMBER` for a new member.',
    }),
  }),
  action: async ({ organization, team, user, role }, context) => {
    await addTeamMember(context, { organization, team }, { userId: user, role });
    return { id: team };
  },
  payload: changedTeamPayload,
});

mutation('removeTeamMember', {
  description: 'Removes a member from a team; does nothing for a user who is not in it.',
  policy: 'team.manage',
  takes: 'The member to remove from a team.',
  input: (t) => ({ ...teamPath(t), user: t.id({ required: true, description: 'Id of the user.' }) }),
  action: async ({ organization, team, user }, context) => {
    await deleteTeamMember(context, { organization, team }, user);
    return { id: team };
  },
  payload: changedTeamPayload,
});
