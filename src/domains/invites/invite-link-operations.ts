import { builder, type Fields } from '../../graphql/builder.js';
import { nullClears } from '../../graphql/null-clears.js';
import { MemberRole } from '../organizations/enums.js';
import { InviteLink } from './invite-link.js';
import { createInviteLink, deleteInviteLink, updateInviteLink } from './link-actions.js';
import { inviteLinksById } from './loaders.js';

const theLink = (description: string) => ({
  description,
  outputFields: (t: Fields<{ id: string }>) => ({
    invite: t.field({
      type: InviteLink,
      description,
      resolve: ({ id }, _args, { loaders }) => loaders.get(inviteLinksById, id),
    }),
  }),
});

builder.relayMutationField(
  'createOrganizationInvite',
  {
    description: 'What a link opens and gives: the organization and a role, or a space or collection and a level.',
    inputFields: (t) => ({
      organization: t.id({ required: true, description: 'Id of the organization.' }),
      role: t.field({
        type: MemberRole,
        description: 'Role of a link to the organization; null makes guests.',
        extensions: nullClears,
      }),
      level: t.field({
        type: MemberRole,
        description: 'Role that a link to a space or collection gives there.',
        extensions: nullClears,
      }),
      space: t.id({ description: 'Id of the space that the link opens.' }),
      collection: t.id({ description: 'Id of the collection that the link opens.' }),
    }),
  },
  {
    description: 'Makes an invite link; takes the role admin on what it opens.',
    extensions: { policy: 'organization.invite, space.grant or collection.grant' },
    resolve: async (_root, { input }, context) => ({ id: await createInviteLink(context, input) }),
  },
  theLink('The new link; its id is the credential.'),
);

builder.relayMutationField(
  'updateOrganizationInviteById',
  {
    description: 'What a link gives: `role` for one to the organization, `level` for one to a space or collection.',
    inputFields: (t) => ({
      organization: t.id({ required: true, description: 'Id of the organization.' }),
      invite: t.id({ required: true, description: 'Id of the link.' }),
      role: t.field({
        type: MemberRole,
        description: 'New role of a link to the organization; null makes guests.',
        extensions: nullClears,
      }),
      level: t.field({
        type: MemberRole,
        description: 'New level of a link to a space or collection; null gives none.',
        extensions: nullClears,
      }),
    }),
  },
  {
    description: 'Changes what an invite link gives from now on; takes the role admin on what it opens.',
    extensions: { policy: 'organization.invite, space.grant or collection.grant' },
    resolve: async (_root, { input: { organization, invite, ...changes } }, context) => {
      await updateInviteLink(context, { organization, invite }, changes);
      return { id: invite };
    },
  },
  theLink('The link after the change.'),
);

builder.relayMutationField(
  'deleteOrganizationInviteById',
  {
    description: 'A link to delete.',
    inputFields: (t) => ({
      organization: t.id({ required: true, description: 'Id of the organization.' }),
      invite: t.id({ required: true, description: 'Id of the link.' }),
    }),
  },
  {
    description: 'Deletes an invite link; takes the role admin on what it opens. Who has joined by it stays.',
    extensions: { policy: 'organization.invite, space.grant or collection.grant' },
    resolve: async (_root, { input }, context) => {
      await deleteInviteLink(context, input);
      return { id: input.invite };
    },
  },
  {
    description: 'The link that is gone.',
    outputFields: (t) => ({ deletedId: t.exposeID('id', { description: 'Id that the link had.' }) }),
  },
);
