import { mutation } from '../../graphql/mutation.js';
import { nullClears } from '../../graphql/null-clears.js';
import { MemberRole } from '../organizations/enums.js';
import { type MemberInput, noteSeen, removeMember, setSsoMember, updateMember } from './actions.js';
import { memberKey, membersByKey } from './loaders.js';
import { Member } from './member.js';
import { visitorToken } from './visitor-token.js';

/** The members of an input that name a membership. */
const membership = {
  organization: 'Id of the organization.',
  user: 'Id of the user.',
};

/** What a mutation says of the member that it changed. */
const changedMember = ({ organization, user }: MemberInput) => ({ key: memberKey(organization, user) });

mutation('updateMember', {
  description: 'Changes the role of a member. The last admin stays one.',
  policy: 'member.update',
  takes: 'What to change of a member; absent members stay as they are.',
  input: (t) => ({
    organization: t.id({ required: true, description: membership.organization }),
    user: t.id({ required: true, description: membership.user }),
    role: t.field({
      type: MemberRole,
      description: 'New role; null makes the member a guest.',
      extensions: nullClears,
    }),
  }),
  action: async ({ organization, user, ...changes }, context) => {
    await updateMember(context, { organization, user }, changes);
    return changedMember({ organization, user });
  },
  payload: {
    description: 'The changed member.',
    outputFields: (t) => ({
      member: t.field({
        type: Member,
        description: 'The member after the change.',
        resolve: ({ key }, _args, { loaders }) => loaders.get(membersByKey, key),
      }),
    }),
  },
});

mutation('setSSOMember', {
  description: 'Makes a member sign in through single sign-on.',
  policy: 'member.update',
  takes: 'Who is to sign in through single sign-on.',
  input: (t) => ({
    organization: t.id({ required: true, description: membership.organization }),
    user: t.id({ required: true, description: membership.user }),
  }),
  action: async ({ organization, user }, context) => {
    await setSsoMember(context, { organization, user });
    return changedMember({ organization, user });
  },
  payload: {
    description: 'The changed member.',
    outputFields: (t) => ({
      member: t.field({
        type: Member,
        description: 'The member after the change.',
        resolve: ({ key }, _args, { loaders }) => loaders.get(membersByKey, key),
      }),
    }),
  },
});

mutation('removeMember', {
  description:
    'Ends a membership: grants, places in teams and the invite links that the user made go, what the user wrote stays. The last admin cannot be removed.',
  policy: 'member.remove',
  takes: 'Who is to leave an organization.',
  input: (t) => ({
    organization: t.id({ required: true, description: membership.organization }),
    user: t.id({ required: true, description: membership.user }),
  }),
  action: async ({ organization, user }, context) => {
    await removeMember(context, { organization, user });
    return { user };
  },
  payload: {
    description: 'Who was removed.',
    outputFields: (t) => ({
      userId: t.id({ description: 'Id of the user who was a member.', resolve: ({ user }) => user }),
    }),
  },
});

mutation('updateMemberLastSeenAt', {
  description: 'Notes that the caller was seen in an organization.',
  policy: 'viewer.ping',
  takes: 'Where the caller is.',
  input: (t) => ({ organization: t.id({ required: true, description: membership.organization }) }),
  action: async ({ organization }, context) => {
    await noteSeen(context, organization);
    return { organization };
  },
  payload: {
    description: 'What the caller gets for being there.',
    outputFields: (t) => ({
      serviceVisitorClaims: t.string({
        nullable: true,
        description:
          'A token that sites of the organization take for the caller as visitor, for a day; null for guests, who see no site, and for a token that may not see them.',
        resolve: ({ organization }, _args, context) => visitorToken(context, organization),
      }),
    }),
  },
});
