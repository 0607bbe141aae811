import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { ServerMembership } from './server-membership.js';
import { ServerOrganization } from './server-organization.js';
import { ServerUser } from './server-user.js';

builder.objectField(ServerUser, 'memberships', (t) =>
  listField(t, {
    type: ServerMembership,
    description: 'Memberships of the user.',
    args: {},
    key: ({ id }) => id,
    list: (_args, { read }) => ({
      name: 'ServerUser.memberships',
      order: { columns: ['organizationId'], direction: 'desc' },
      query: (userId) => read.sql.selectFrom('Member').selectAll().where('userId', '=', userId!),
    }),
  }),
);

builder.objectField(ServerOrganization, 'admins', (t) =>
  listField(t, {
    type: ServerMembership,
    description: 'Admins who are not disabled, the newest member first.',
    args: {},
    key: ({ id }) => id,
    list: (_args, { read }) => ({
      name: 'ServerOrganization.admins',
      order: { columns: ['joinedAt', 'userId'], direction: 'desc' },
      query: (organizationId) =>
        read.sql
          .selectFrom('Member')
          .selectAll()
          .where('organizationId', '=', organizationId!)
          .where('role', '=', 'admin')
          .where('disabled', '=', false),
    }),
  }),
);
