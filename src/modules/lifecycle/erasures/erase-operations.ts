import type { Fields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import { eraseUser } from './erase-actions.js';
import { erasureRemains } from './remains.js';

mutation('eraseUser', {
  description:
    'Erases a person, permanently: name, address, picture, memberships, grants, tokens, sessions and identities at providers. Content stays, under `Former member` and four random digits. A job replaces the person in events and mails. The operator erases anyone; a person erases itself, with a recent sign-in or an unbound token without scopes. The last admin of an organization cannot be erased.',
  policy: 'viewer.erase',
  takes: 'The person to erase.',
  input: (t) => ({ user: t.id({ required: true, description: 'Id of the user.' }) }),
  action: async ({ user }, context) => ({ user: (await eraseUser(context, user)).id }),
  payload: {
    description: 'The former member.',
    outputFields: (t: Fields<{ user: string }>) => ({
      user: t.field({
        type: User,
        description: 'The user after the erasure.',
        resolve: ({ user }, _args, { loaders }) => loaders.get(usersById, user),
      }),
      remains: t.stringList({
        description: 'Data that the erasure does not remove, in sentences.',
        resolve: () => [...erasureRemains],
      }),
    }),
  },
});
