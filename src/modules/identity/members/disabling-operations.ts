import { mutation } from '../../../api/graphql/schema/mutation.js';
import { setMemberDisabled } from './disabling-actions.js';
import { memberKey, membersByKey } from './loaders.js';
import { Member } from './member.js';

/** The mutations that disable and enable a member, with their descriptions. */
const changes = [
  {
    name: 'disableMember',
    disabled: true,
    description:
      'Disables a member from the next request on: sessions in the organization end, and tokens and streams no longer work there. The last admin cannot be disabled. A session needs a recent sign-in. The operator may do it, too.',
  },
  {
    name: 'enableMember',
    disabled: false,
    description:
      'Enables a disabled member, who has the same role, grants and tokens as before. A session needs a recent sign-in. The operator may do it, too.',
  },
] as const;

for (const { name, description, disabled } of changes)
  mutation(name, {
    description,
    policy: 'member.update',
    takes: 'A member of an organization.',
    input: (t) => ({
      organization: t.id({ required: true, description: 'Id of the organization.' }),
      user: t.id({ required: true, description: 'Id of the user.' }),
    }),
    action: async ({ organization, user }, context) => {
      const id = await setMemberDisabled(context, { organization, user, disabled });
      return { key: memberKey(organization, id) };
    },
    payload: {
      description: 'The changed member.',
      outputFields: (t) => ({
        member: t.field({
          type: Member,
          nullable: true,
          description: 'The member after the change; null if the caller no longer sees it.',
          resolve: ({ key }, _args, { loaders }) => loaders.load(membersByKey, key),
        }),
      }),
    },
  });
