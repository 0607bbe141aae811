import { builder } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import { Organization } from '../organizations/organization.js';
import { type Columns, orderChoice, rowOrder, searchArgument } from '../shared/list-arguments.js';
import { isVisibleSpace, viewerKey } from '../shared/visible.js';
import { Space } from './space.js';
import { isSelectedSpace, SpaceFilter } from './space-filter.js';

const spaceOrder = orderChoice<Columns>('Space', {
  createdAt: { description: 'When the space was created.', order: { columns: ['id'] } },
  updatedAt: { description: 'When the space or its content last changed.', order: { columns: ['updatedAt', 'id'] } },
  title: {
    description: 'Title, ignoring case and diacritics.',
    order: { columns: ['titleKey', 'id'] },
    direction: 'asc',
  },
});

const deletedSpaceOrder = orderChoice<Columns>('DeletedSpace', {
  deletedAt: { description: 'When the space was deleted.', order: { columns: ['deletedAt', 'id'] } },
});

builder.objectFields(Organization, (t) => ({
  spaces: listField(t, {
    type: Space,
    description: 'Spaces of the organization that the caller may see, newest first; deleted ones are left out.',
    args: {
      filter: t.arg({ type: SpaceFilter, description: 'Selection of spaces.' }),
      orderBy: spaceOrder.argument(t),
      search: searchArgument(t, 'title'),
    },
    key: ({ id }) => id,
    list({ orderBy, ...selection }, context) {
      const order = rowOrder(spaceOrder, orderBy);
      return {
        name: 'Organization.spaces',
        filters: [viewerKey(context), orderBy, selection],
        order,
        query: (organizationId) => {
          const all = context.read.sql.selectFrom('Space').selectAll().where('organizationId', '=', organizationId!);
          const present = all.where('deletedAt', 'is', null).where(isVisibleSpace(context, 'space.view'));
          return present.where(isSelectedSpace(context.read, order, selection));
        },
      };
    },
  }),
  deletedSpaces: listField(t, {
    type: Space,
    description: 'Deleted spaces that can be restored, the last deleted first; for admins of the organization.',
    args: {
      filter: t.arg({ type: SpaceFilter, description: 'Selection of spaces.' }),
      orderBy: deletedSpaceOrder.argument(t),
      search: searchArgument(t, 'title'),
    },
    key: ({ id }) => id,
    list({ orderBy, ...selection }, context) {
      const order = rowOrder(deletedSpaceOrder, orderBy);
      return {
        name: 'Organization.deletedSpaces',
        filters: [viewerKey(context), orderBy, selection],
        order,
        query: (organizationId) => {
          const all = context.read.sql.selectFrom('Space').selectAll().where('organizationId', '=', organizationId!);
          const deleted = all.where('deletedAt', 'is not', null).where(isVisibleSpace(context, 'space.restore'));
          return deleted.where(isSelectedSpace(context.read, order, selection));
        },
      };
    },
  }),
}));
