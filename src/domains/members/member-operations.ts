import { builder } from '../../graphql/builder.js';
import { nullClears } from '../../graphql/null-clears.js';
import { MemberRole } from '../organizations/enums.js';
import { type MemberInput, noteSeen, removeMember, setSsoMember, updateMember } from './actions.js';
import { memberKey, membersByKey } from './loaders.js';
import { Member } from './member.js';

/** The members of an input that name a membership. */
const membership = {
  organization: 'Id of the organization.',
  user: 'Id of the user.',
};

/** What a mutation says of the member that it changed. */
const changedMember = ({ organization, user }: MemberInput) => ({ key: memberKey(organization, user) });

builder.relayMutationField(
  'updateMemberInOrganizationById',
  {
    description: 'What to change of a member; absent members stay as they are.',
    inputFields: (t) => ({
      organization: t.id({ required: true, description: membership.organization }),
      user: t.id({ required: true, description: membership.user }),
      role: t.field({
        type: MemberRole,
        description: 'New role; null makes the member a guest.',
        extensions: nullClears,
      }),
    }),
  },
  {
    description: 'Changes the role of a member; takes the role admin. The last admin stays one.',
    extensions: { policy: 'member.update' },
    resolve: async (_root, { input: { organization, user, ...changes } }, context) => {
      await updateMember(context, { organization, user }, changes);
      return changedMember({ organization, user });
    },
  },
  {
    description: 'The changed member.',
    outputFields: (t) => ({
      member: t.field({
        type: Member,
        description: 'The member after the change.',
        resolve: ({ key }, _args, { loaders }) => loaders.get(membersByKey, key),
      }),
    }),
  },
);

builder.relayMutationField(
  'setUserAsSSOMemberForOrganization',
  {
    description: 'Who is to sign in through single sign-on.',
    inputFields: (t) => ({
      organization: t.id({ required: true, description: membership.organization }),
      user: t.id({ required: true, description: membership.user }),
    }),
  },
  {
    description: 'Makes a member sign in through single sign-on; takes the role admin.',
    extensions: { policy: 'member.update' },
    resolve: async (_root, { input: { organization, user } }, context) => {
      await setSsoMember(context, { organization, user });
      return changedMember({ organization, user });
    },
  },
  {
    description: 'The changed member.',
    outputFields: (t) => ({
      member: t.field({
        type: Member,
        description: 'The member after the change.',
        resolve: ({ key }, _args, { loaders }) => loaders.get(membersByKey, key),
      }),
    }),
  },
);

builder.relayMutationField(
  'removeMemberFromOrganizationById',
  {
    description: 'Who is to leave an organization.',
    inputFields: (t) => ({
      organization: t.id({ required: true, description: membership.organization }),
      user: t.id({ required: true, description: membership.user }),
    }),
  },
  {
    description:
      'Ends a membership: grants, places in teams and the invite links that the user made go, what the user wrote stays. Takes the role admin; the last admin cannot be removed.',
    extensions: { policy: 'member.remove' },
    resolve: async (_root, { input: { organization, user } }, context) => {
      await removeMember(context, { organization, user });
      return { user };
    },
  },
  {
    description: 'Who was removed.',
    outputFields: (t) => ({
      userId: t.id({ description: 'Id of the user who was a member.', resolve: ({ user }) => user }),
    }),
  },
);

builder.relayMutationField(
  'updateOrganizationMemberLastSeenAt',
  {
    description: 'Where the caller is.',
    inputFields: (t) => ({ organization: t.id({ required: true, description: membership.organization }) }),
  },
  {
    description: 'Notes that the caller was seen in an organization; any member, guests too.',
    extensions: { policy: 'viewer.ping' },
    resolve: async (_root, { input: { organization } }, context) => {
      await noteSeen(context, organization);
      return { organization };
    },
  },
  {
    description: 'What the caller gets for being there.',
    outputFields: (t) => ({
      serviceVisitorClaims: t.string({
        nullable: true,
        description: 'A token that sites take for the caller as visitor; null while no site authenticates visitors.',
        resolve: () => null,
      }),
    }),
  },
);
