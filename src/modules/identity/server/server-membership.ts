import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { MemberRole } from '../organizations/enums.js';
import { organizationsById } from '../organizations/loaders.js';
import { usersById } from '../users/loaders.js';
import { forOperator } from './server.js';
import { ServerOrganization } from './server-organization.js';
import { ServerUser } from './server-user.js';

const ServerMembership = builder.objectRef<Row<'Member'>>('ServerMembership').implement({
  description: 'A membership as the operator of the server sees it.',
  extensions: { guard: forOperator },
  fields: (t) => ({
    organization: t.field({
      type: ServerOrganization,
      description: 'The organization.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    user: t.field({
      type: ServerUser,
      description: 'The user.',
      resolve: ({ userId }, _args, { loaders }) => loaders.get(usersById, userId),
    }),
    role: t.expose('role', { type: MemberRole, nullable: true, description: 'Role; null for a guest.' }),
    disabled: t.exposeBoolean('disabled', { description: describe('Member', 'disabled') }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime', description: 'When the user joined.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the user was last seen in the organization; null for never.',
    }),
  }),
});

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
