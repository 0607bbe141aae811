import { builder } from '../../graphql/builder.js';
import { createTeam, removeTeam, renameTeam } from './actions.js';
import { teamsById } from './loaders.js';
import { Team } from './team.js';

builder.relayMutationField(
  'createOrganizationTeam',
  {
    description: 'What a team is created with.',
    inputFields: (t) => ({
      organization: t.id({ required: true, description: 'Id of the organization.' }),
      title: t.field({ type: 'TeamTitle', required: true, description: 'Title.' }),
      members: t.idList({
        description: 'Ids of members to put into the team, at most 250; the caller, where listed, becomes its owner.',
      }),
    }),
  },
  {
    description: 'Creates a team; takes the role admin.',
    extensions: { policy: 'team.create' },
    resolve: async (_root, { input }, context) => ({ id: await createTeam(context, input) }),
  },
  {
    description: 'The new team.',
    outputFields: (t) => ({
      team: t.field({
        type: Team,
        description: 'The new team.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(teamsById, id),
      }),
    }),
  },
);

builder.relayMutationField(
  'updateTeamInOrganizationById',
  {
    description: 'What to change of a team.',
    inputFields: (t) => ({
      organization: t.id({ required: true, description: 'Id of the organization.' }),
      team: t.id({ required: true, description: 'Id of the team.' }),
      title: t.field({ type: 'TeamTitle', required: true, description: 'New title.' }),
    }),
  },
  {
    description: 'Renames a team; takes the role admin, or owning the team.',
    extensions: { policy: 'team.manage' },
    resolve: async (_root, { input: { title, ...path } }, context) => {
      await renameTeam(context, path, title);
      return { id: path.team };
    },
  },
  {
    description: 'The renamed team.',
    outputFields: (t) => ({
      team: t.field({
        type: Team,
        description: 'The team after the change.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(teamsById, id),
      }),
    }),
  },
);

builder.relayMutationField(
  'removeTeamFromOrganizationById',
  {
    description: 'Which team to delete.',
    inputFields: (t) => ({
      organization: t.id({ required: true, description: 'Id of the organization.' }),
      team: t.id({ required: true, description: 'Id of the team.' }),
    }),
  },
  {
    description:
      'Deletes a team, its memberships and what was granted to it; takes the role admin, or owning the team. Single ' +
      'sign-on that put people into it puts them into none.',
    extensions: { policy: 'team.manage' },
    resolve: async (_root, { input }, context) => {
      await removeTeam(context, input);
      return { id: input.team };
    },
  },
  {
    description: 'The deleted team.',
    outputFields: (t) => ({
      teamId: t.id({ description: 'Id that the team had.', resolve: ({ id }) => id }),
    }),
  },
);
