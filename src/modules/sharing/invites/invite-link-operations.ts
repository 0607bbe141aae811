import type { Fields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { deletedPayload } from '../../identity/organizations/deleted-payload.js';
import { MemberRole } from '../../identity/organizations/enums.js';
import { InviteLink } from './invite-link.js';
import { createInviteLink, deleteInviteLink, updateInviteLink } from './invite-link-actions.js';
import { inviteLinksById } from './loaders.js';

const linkPayload = (description: string) => ({
  description,
  outputFields: (t: Fields<{ id: string }>) => ({
    invite: t.field({
      type: InviteLink,
      description,
      resolve: ({ id }, _args, { loaders }) => loaders.get(inviteLinksById, id),
    }),
  }),
});

mutation('createInviteLink', {
  description: 'Creates an invite link to an organization, a space or a collection.',
  policy: ['organization.invite', 'space.grant', 'collection.grant'],
  takes:
    'The object that a link opens and the role that it gives: the organization and a role, or a space or collection and a level.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    role: t.field({
      type: MemberRole,
      description: 'Role of a link to the organization; null makes people guests.',
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
  action: async (input, context) => ({ id: await createInviteLink(context, input) }),
  payload: linkPayload('The new link; its id is the credential.'),
});

mutation('updateInviteLink', {
  description: 'Changes the role that an invite link gives to people who join later.',
  policy: ['organization.invite', 'space.grant', 'collection.grant'],
  takes: 'The role of a link: `role` for a link to the organization, `level` for one to a space or collection.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    invite: t.id({ required: true, description: 'Id of the link.' }),
    role: t.field({
      type: MemberRole,
      description: 'New role of a link to the organization; null makes people guests.',
      extensions: nullClears,
    }),
    level: t.field({
      type: MemberRole,
      description: 'New level of a link to a space or collection; null for none.',
      extensions: nullClears,
    }),
  }),
  action: async ({ organization, invite, ...changes }, context) => {
    await updateInviteLink(context, { organization, invite }, changes);
    return { id: invite };
  },
  payload: linkPayload('The link after the change.'),
});

mutation('deleteInviteLink', {
  description: 'Deletes an invite link. People who have joined with it stay.',
  policy: ['organization.invite', 'space.grant', 'collection.grant'],
  takes: 'A link to delete.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    invite: t.id({ required: true, description: 'Id of the link.' }),
  }),
  action: async (input, context) => {
    await deleteInviteLink(context, input);
    return { deletedId: input.invite, organization: input.organization };
  },
  payload: deletedPayload('link'),
});
