import { builder } from '../../graphql/builder.js';
import { nullClears } from '../../graphql/null-clears.js';
import { authorizeReplay } from '../../graphql/replays.js';
import { MemberRole } from '../organizations/enums.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';
import { inviteUsers, maxEmails } from './invite-users.js';
import { joinWithInvite } from './join-action.js';

const InvitedPersonInput = builder.inputType('InvitedPersonInput', {
  description: 'Someone to invite. On `/v1` an address alone stands for a person without a role of its own.',
  extensions: { rest: { wrap: 'email' } },
  fields: (t) => ({
    email: t.string({ required: true, description: 'E-mail address.' }),
    role: t.field({
      type: MemberRole,
      description: 'Role; null makes a guest; absent: that of all.',
      extensions: nullClears,
    }),
  }),
});

builder.relayMutationField(
  'inviteUsersToOrganization',
  {
    description: 'Whom to invite, by e-mail address.',
    inputFields: (t) => ({
      organization: t.id({ required: true, description: 'Id of the organization.' }),
      emails: t.field({
        type: [InvitedPersonInput],
        required: true,
        description: `The people, 1 to ${maxEmails}; repeated addresses count once.`,
        extensions: { rest: { schema: { minItems: 1, maxItems: maxEmails } } },
      }),
      role: t.field({
        type: MemberRole,
        description: "Role of all; absent: the organization's default role; null: guests.",
        extensions: nullClears,
      }),
      sso: t.boolean({ description: 'Whether they sign in through single sign-on.' }),
    }),
  },
  {
    description: 'Makes people members at once; takes the role admin. Members stay as they are.',
    extensions: { policy: 'organization.invite' },
    resolve: (_root, { input }, context) => inviteUsers(context, input),
  },
  {
    description: 'What became of the invitation.',
    outputFields: (t) => ({
      users: t.field({
        type: [User],
        description: 'The people who are members now, in the order of their addresses.',
        resolve({ organizationId, users }, _args, context) {
          authorizeReplay(context, 'member.view', organizationId);
          return Promise.all(users.map((id) => context.loaders.get(usersById, id)));
        },
      }),
      invited: t.exposeInt('invited', { description: 'How many became members; the others were already.' }),
      failedSSOEmails: t.exposeStringList('failedSSOEmails', {
        nullable: true,
        description: 'Addresses left out because the organization has no identity provider that is set up.',
      }),
    }),
  },
);

builder.relayMutationField(
  'joinOrganizationWithInvite',
  {
    description: 'The link to join by.',
    inputFields: (t) => ({
      organization: t.id({ required: true, description: 'Id of the organization that the link belongs to.' }),
      invite: t.id({ required: true, description: 'Id of the link.' }),
    }),
  },
  {
    description: 'Joins by an invite link. Nobody has less by it, and joining again changes nothing.',
    extensions: { policy: 'viewer.join, and whoever holds the link' },
    resolve: async (_root, { input }, context) => ({ changed: await joinWithInvite(context, input) }),
  },
  {
    description: 'What joining did.',
    outputFields: (t) => ({
      changed: t.exposeBoolean('changed', { description: 'Whether the caller has more than before.' }),
    }),
  },
);
