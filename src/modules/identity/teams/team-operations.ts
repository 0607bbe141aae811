import { builder } from '../../../api/graphql/schema/builder.js';
import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { deletedPayload } from '../organizations/deleted-payload.js';
import { createTeam, removeTeam, renameTeam } from './actions.js';
import { teamsById } from './loaders.js';
import { Team } from './team.js';

const TeamTitle = textScalar('TeamTitle', { description: 'Name of a team.', minLength: 1, maxLength: 64 });

builder.queryField('team', (t) =>
  t.field({
    type: Team,
    nullable: true,
    description: 'A team by its id.',
    args: { id: t.arg.id({ required: true, description: "The team's id." }) },
    extensions: { policy: 'guard of Team' },
    resolve: (_root, { id }, { loaders }) => loaders.load(teamsById, id),
  }),
);

mutation('createTeam', {
  description: 'Creates a team.',
  policy: 'team.create',
  takes: 'Fields of a new team.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    title: t.field({ type: TeamTitle, required: true, description: 'Title.' }),
    members: t.idList({
      description: 'Ids of members to add to the team, at most 250; the caller, if listed, becomes its owner.',
    }),
  }),
  action: async (input, context) => ({ id: await createTeam(context, input) }),
  payload: {
    description: 'The new team.',
    outputFields: (t) => ({
      team: t.field({
        type: Team,
        description: 'The new team.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(teamsById, id),
      }),
    }),
  },
});

mutation('updateTeam', {
  description: 'Renames a team.',
  policy: 'team.manage',
  takes: 'Changes to a team.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    team: t.id({ required: true, description: 'Id of the team.' }),
    title: t.field({ type: TeamTitle, required: true, description: 'New title.' }),
  }),
  action: async ({ title, ...path }, context) => {
    await renameTeam(context, path, title);
    return { id: path.team };
  },
  payload: {
    description: 'The renamed team.',
    outputFields: (t) => ({
      team: t.field({
        type: Team,
        description: 'The team after the change.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(teamsById, id),
      }),
    }),
  },
});

mutation('deleteTeam', {
  description: 'Deletes a team, its memberships and its grants. Single sign-on no longer adds people to it.',
  policy: 'team.manage',
  takes: 'The team to delete.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    team: t.id({ required: true, description: 'Id of the team.' }),
  }),
  action: async (input, context) => {
    await removeTeam(context, input);
    return { deletedId: input.team, organization: input.organization };
  },
  payload: deletedPayload('team'),
});
