import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { byTitle, type Columns, orderChoice, rowOrder, searchArgument } from '../../shared/list-arguments.js';
import { organizationsById } from '../organizations/loaders.js';
import { usersById } from '../users/loaders.js';
import { Server } from './server.js';
import { organizationsQuery, usersQuery } from './server-lists.js';
import { ServerOrganization } from './server-organization.js';
import { ServerUser } from './server-user.js';

const organizationOrder = orderChoice<Columns>('ServerOrganization', {
  createdAt: { description: 'When it was created.', order: { columns: ['id'] } },
  title: byTitle,
});

builder.objectFields(Server, (t) => ({
  organizations: listField(t, {
    type: ServerOrganization,
    description: 'All organizations, also deleted ones; newest first.',
    args: { orderBy: organizationOrder.argument(t), search: searchArgument(t, 'title') },
    list: ({ orderBy, search }, { read }) => ({
      name: 'Server.organizations',
      filters: [orderBy, search],
      order: rowOrder(organizationOrder, orderBy),
      query: () => organizationsQuery(read, search),
    }),
  }),
  organization: t.field({
    type: ServerOrganization,
    nullable: true,
    description: 'An organization by its id.',
    args: { id: t.arg.id({ required: true, description: "The organization's id." }) },
    resolve: (_server, { id }, { loaders }) => loaders.load(organizationsById, id),
  }),
  users: listField(t, {
    type: ServerUser,
    description: 'All users, newest first.',
    args: { search: searchArgument(t, 'name or e-mail address') },
    list: ({ search }, { read }) => ({
      name: 'Server.users',
      filters: search,
      order: { columns: ['id'], direction: 'desc' },
      query: () => usersQuery(read, search),
    }),
  }),
  user: t.field({
    type: ServerUser,
    nullable: true,
    description: 'A user by its id.',
    args: { id: t.arg.id({ required: true, description: "The user's id." }) },
    resolve: (_server, { id }, { loaders }) => loaders.load(usersById, id),
  }),
}));
