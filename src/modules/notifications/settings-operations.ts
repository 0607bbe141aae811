import { ownChange } from '../../api/graphql/schema/access.js';
import { mutation } from '../../api/graphql/schema/mutation.js';
import { usersById } from '../identity/users/loaders.js';
import { User } from '../identity/users/user.js';
import { NotificationKindEnum } from './settings.js';
import { updateNotificationSettings } from './settings-actions.js';

mutation('updateNotificationSettings', {
  description:
    'Sets which mails the caller gets, in all organizations. Invitations, links to sign in and verifications of addresses cannot be turned off. Refused to a session or token that is bound to an organization.',
  policy: 'viewer.updateSettings',
  takes: 'The settings.',
  input: (t) => ({
    muted: t.field({
      type: [NotificationKindEnum],
      required: true,
      description: 'Kinds that the caller does not want. An empty list turns all mails on.',
    }),
  }),
  action: async ({ muted }, context) => ({ id: await updateNotificationSettings(context, muted as string[]) }),
  payload: {
    description: 'The caller.',
    outputFields: (t) => ({
      user: t.field({
        type: User,
        description: 'The caller, with the new settings.',
        extensions: ownChange,
        resolve: ({ id }, _args, { loaders }) => loaders.get(usersById, id),
      }),
    }),
  },
});
