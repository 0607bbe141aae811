import { builder, type Fields, type InputFields } from '../../graphql/builder.js';
import { mutation } from '../../graphql/mutation.js';
import { TeamMemberRole } from './enums.js';
import { teamsById } from './loaders.js';
import { addTeamMember, deleteTeamMember, updateTeamMembers } from './member-actions.js';
import { Team } from './team.js';

/** Names the team that a mutation changes. */
const teamPath = (t: InputFields) => ({
  organization: t.id({ required: true, description: 'Id of the organization.' }),
  team: t.id({ required: true, description: 'Id of the team.' }),
});

const changed = {
  description: 'The changed team.',
  outputFields: (t: Fields<{ id: string }>) => ({
    team: t.field({
      type: Team,
      nullable: true,
      description: 'The team after the change; null for a guest who has given up owning it.',
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
  description: 'Changes the members of a team at once.',
  policy: 'team.manage',
  takes: 'What to change of the members of a team; at most 250 of each, done whole or not at all.',
  input: (t) => ({
    ...teamPath(t),
    add: t.stringList({
      description: 'Ids or e-mail addresses of members of the organization to add; who is there keeps the role.',
    }),
    memberships: t.field({
      type: [TeamMembershipInput],
      description: 'Roles of members of the organization, who are added where they are not there.',
    }),
    remove: t.stringList({
      description: 'Ids or e-mail addresses to remove; wins over the other two, and passes over who is not there.',
    }),
  }),
  action: async ({ organization, team, ...changes }, context) => {
    await updateTeamMembers(context, { organization, team }, changes);
    return { id: team };
  },
  payload: changed,
});

mutation('addTeamMember', {
  description: 'Puts a member into a team, or changes its role there.',
  policy: 'team.manage',
  takes: 'Whom to put into a team.',
  input: (t) => ({
    ...teamPath(t),
    user: t.id({ required: true, description: 'Id of a member of the organization.' }),
    role: t.field({
      type: TeamMemberRole,
      description: 'Role in the team; absent: the present one, `MEMBER` for who is new.',
    }),
  }),
  action: async ({ organization, team, user, role }, context) => {
    await addTeamMember(context, { organization, team }, { userId: user, role });
    return { id: team };
  },
  payload: changed,
});

mutation('removeTeamMember', {
  description: 'Takes a member out of a team. Nothing happens where it is not there.',
  policy: 'team.manage',
  takes: 'Whom to take out of a team.',
  input: (t) => ({ ...teamPath(t), user: t.id({ required: true, description: 'Id of the user.' }) }),
  action: async ({ organization, team, user }, context) => {
    await deleteTeamMember(context, { organization, team }, user);
    return { id: team };
  },
  payload: changed,
});
