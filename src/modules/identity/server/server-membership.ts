import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { MemberRole } from '../organizations/enums.js';
import { organizationsById } from '../organizations/loaders.js';
import { usersById } from '../users/loaders.js';
import { forOperator } from './server.js';
import { ServerOrganization } from './server-organization.js';
import { ServerUser } from './server-user.js';

/** A membership as the operator sees it, with its user and organization. */
export const ServerMembership = builder.objectRef<Row<'Member'>>('ServerMembership').implement({
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
