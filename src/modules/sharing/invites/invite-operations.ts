import { builder } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { authorizeReplay } from '../../../api/graphql/schema/replays.js';
import { joinPayload } from '../../identity/members/join-payload.js';
import { MemberRole } from '../../identity/organizations/enums.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import { inviteUsers, maxEmails } from './invite-actions.js';
import { joinWithInvite } from './join-actions.js';

const InvitedPersonInput = builder.inputType('InvitedPersonInput', {
  description: 'A person to invite. On `/v1` an address alone is a person without a role of their own.',
  extensions: { rest: { wrap: 'email' } },
  fields: (t) => ({
    email: t.string({ required: true, description: 'E-mail address.' }),
    role: t.field({
      type: MemberRole,
      description: 'Role; null makes the person a guest; if absent, that of all.',
      extensions: nullClears,
    }),
  }),
});

mutation('inviteUsers', {
  description: 'Adds several people as members at once. Existing members keep their role.',
  policy: 'organization.invite',
  takes: 'E-mail addresses of people to invite.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    emails: t.stringList({
      description: `E-mail addresses, with \`people\` 1 to ${maxEmails}; repeated addresses count once.`,
      extensions: { rest: { graphOnly: true } },
    }),
    people: t.field({
      type: [InvitedPersonInput],
      description: 'People with a role of their own.',
      extensions: {
        rest: {
          name: 'emails',
          required: true,
          description: `The people, 1 to ${maxEmails}; repeated addresses count once.`,
          schema: { minItems: 1, maxItems: maxEmails },
        },
      },
    }),
    role: t.field({
      type: MemberRole,
      description: 'Role of all; if absent, the default role of the organization; null makes them guests.',
      extensions: nullClears,
    }),
    sso: t.boolean({ description: 'Whether they sign in through single sign-on.' }),
  }),
  action: ({ emails, people, ...input }, context) => {
    const addresses = (emails ?? []).map((email, index) => ({ email, field: `emails[${index}]` }));
    const invitees = (people ?? []).map((person, index) => ({ ...person, field: `people[${index}]` }));
    return inviteUsers(context, { ...input, people: [...addresses, ...invitees] });
  },
  payload: {
    description: 'Result of the invitation.',
    outputFields: (t) => ({
      users: t.field({
        type: [User],
        description: 'The people who are now members, in the order of their addresses.',
        resolve({ organizationId, users }, _args, context) {
          authorizeReplay(context, 'member.view', organizationId);
          return Promise.all(users.map((id) => context.loaders.get(usersById, id)));
        },
      }),
      invited: t.exposeInt('invited', { description: 'Number of new members; the others were members already.' }),
      failedSSOEmails: t.exposeStringList('failedSSOEmails', {
        nullable: true,
        description: 'Addresses left out because the organization has no complete identity provider.',
      }),
    }),
  },
});

mutation('acceptInvite', {
  description: 'Joins by an invite link. It never lowers a role, and joining again changes nothing.',
  policy: 'viewer.join',
  takes: 'The link to join by.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization that the link belongs to.' }),
    invite: t.id({ required: true, description: 'Id of the link.' }),
  }),
  action: (input, context) => joinWithInvite(context, input),
  payload: joinPayload,
});
