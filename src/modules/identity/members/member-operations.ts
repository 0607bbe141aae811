import { ownChange } from '../../../api/graphql/schema/access.js';
import type { Fields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { organizationField } from '../organizations/deleted-payload.js';
import { MemberRole } from '../organizations/enums.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';
import { type MemberInput, recordLastSeen, removeMember, setSsoMember, updateMember } from './actions.js';
import { memberKey, membersByKey } from './loaders.js';
import { Member } from './member.js';
import { visitorToken } from './visitor-token.js';

/** Descriptions of the input fields for the ids of a membership. */
const membership = {
  organization: 'Id of the organization.',
  user: 'Id of the user.',
};

/** Returns the source object for the payload of a changed member. */
const changedMember = ({ organization, user }: MemberInput) => ({ key: memberKey(organization, user) });

mutation('updateMember', {
  description: 'Changes the role of a member. The last admin stays admin.',
  policy: 'member.update',
  takes: 'Changes to a member; absent fields stay.',
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
  description: 'Requires a member to sign in through single sign-on.',
  policy: 'member.update',
  takes: 'The member who is to sign in through single sign-on.',
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
    'Ends a membership: its grants, places in teams and invite links are removed; content that the user wrote stays. The last admin cannot be removed.',
  policy: 'member.remove',
  takes: 'The member to remove from an organization.',
  input: (t) => ({
    organization: t.id({ required: true, description: membership.organization }),
    user: t.id({ required: true, description: membership.user }),
  }),
  action: async ({ organization, user }, context) => {
    await removeMember(context, { organization, user });
    return { user, organization };
  },
  payload: {
    description: 'The former member, and the organization.',
    outputFields: (t: Fields<{ user: string; organization: string }>) => ({
      user: t.field({
        type: User,
        description: 'The person, who is not a member now.',
        resolve: ({ user }, _args, { loaders }) => loaders.get(usersById, user),
      }),
      organization: organizationField(t),
    }),
  },
});

mutation('updateMemberLastSeenAt', {
  description: 'Records that the caller was seen in an organization.',
  policy: 'viewer.ping',
  takes: 'The organization that the caller uses.',
  input: (t) => ({ organization: t.id({ required: true, description: membership.organization }) }),
  action: async ({ organization }, context) => {
    await recordLastSeen(context, organization);
    return { organization };
  },
  payload: {
    description: 'Results of the ping for the caller.',
    outputFields: (t: Fields<{ organization: string }>) => ({
      member: t.field({
        type: Member,
        nullable: true,
        description: 'The caller as a member.',
        extensions: ownChange,
        resolve: ({ organization }, _args, { loaders, viewer }) =>
          viewer.kind === 'user' ? loaders.get(membersByKey, memberKey(organization, viewer.userId)) : null,
      }),
      serviceVisitorClaims: t.string({
        nullable: true,
        description:
          'A token that identifies the caller as a visitor of sites of the organization, valid for a day. Null for guests, who see no site, and for a token that may not see sites.',
        resolve: ({ organization }, _args, context) => visitorToken(context, organization),
      }),
    }),
  },
});
