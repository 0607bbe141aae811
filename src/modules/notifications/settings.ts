import { partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../api/graphql/schema/enums.js';
import type { Row } from '../../platform/db/query/rows.js';
import { notificationKinds } from './kinds.js';
import { mutedKinds } from './recipient.js';

/** A kind of notifications. */
export const NotificationKindEnum = documentedEnum(
  'NotificationKind',
  'Why a person gets a mail.',
  Object.fromEntries(Object.entries(notificationKinds).map(([kind, { description }]) => [kind, description])),
);

/** Settings of the mails to a person. */
export const NotificationSettings = builder.objectRef<Row<'User'>>('NotificationSettings').implement({
  description: 'Settings of the mails to a person. They apply in all organizations.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    muted: t.field({
      type: [NotificationKindEnum],
      description: 'Kinds that the person does not get; empty if the person gets all.',
      resolve: (user) => mutedKinds(user),
    }),
  }),
});
