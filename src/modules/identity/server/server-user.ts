import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { EmailAddress } from '../users/user.js';
import { lastSeenByUser } from './loaders.js';
import { forOperator } from './server.js';

/** A user without content, for the operator. It is a separate type, because `User` hides most e-mail addresses. */
export const ServerUser = builder.objectRef<Row<'User'>>('ServerUser').implement({
  description: 'A user as the operator of the server sees it.',
  extensions: { guard: forOperator },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the user.' }),
    displayName: t.exposeString('displayName', { description: describe('User', 'displayName') }),
    email: t.expose('email', {
      type: EmailAddress,
      nullable: true,
      description: 'E-mail address; null for service accounts and erased people.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the person was erased; null for others.',
    }),
    lastSeenAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the user was last seen in any organization; null for never.',
      resolve: ({ id }, _args, { loaders }) => loaders.load(lastSeenByUser, id),
    }),
  }),
});
