import { can } from '../../access/policy.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { dependsOnColumns } from '../../api/graphql/schema/selected-columns.js';
import type { Row } from '../../platform/db/query/rows.js';
import { User } from '../identity/users/user.js';
import { NotificationSettings } from './settings.js';

builder.objectField(User, 'notificationSettings', (t) =>
  t.field({
    type: NotificationSettings,
    nullable: true,
    description:
      'Settings of the mails to the caller; null for other users. A session or token of one organization, or a token without the scope `viewer:viewSettings` or `read`, also gets null.',
    extensions: dependsOnColumns<Row<'User'>>('id', 'mutedMails'),
    resolve: (user, _args, { viewer }) => {
      const isOwn = viewer.kind === 'user' && viewer.userId === user.id;
      return isOwn && can(viewer, 'viewer.viewSettings', { organizationId: null }) ? user : null;
    },
  }),
);
