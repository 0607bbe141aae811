import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { Organization } from '../../identity/organizations/organization.js';
import { byTitle, type Columns, orderChoice } from '../../shared/list-arguments.js';
import { selectedSpaces, spaceArguments } from './selected-spaces.js';
import { Space } from './space.js';

const spaceOrder = orderChoice<Columns>('Space', {
  createdAt: { description: 'When the space was created.', order: { columns: ['id'] } },
  updatedAt: { description: 'When the space or its content last changed.', order: { columns: ['updatedAt', 'id'] } },
  title: byTitle,
});

const deletedSpaceOrder = orderChoice<Columns>('DeletedSpace', {
  deletedAt: { description: 'When the space was deleted.', order: { columns: ['deletedAt', 'id'] } },
});

builder.objectFields(Organization, (t) => ({
  spaces: listField(t, {
    type: Space,
    description: 'Spaces of the organization that the caller may see, newest first; deleted ones are left out.',
    args: spaceArguments(t, spaceOrder),
    key: ({ id }) => id,
    list: (selection, context) =>
      selectedSpaces(context, { name: 'Organization.spaces', orders: spaceOrder, parent: 'organizationId' }, selection),
  }),
  deletedSpaces: listField(t, {
    type: Space,
    description: 'Deleted spaces that can be restored, the last deleted first; for admins of the organization.',
    args: spaceArguments(t, deletedSpaceOrder),
    key: ({ id }) => id,
    list: (selection, context) =>
      selectedSpaces(
        context,
        { name: 'Organization.deletedSpaces', orders: deletedSpaceOrder, parent: 'organizationId', areDeleted: true },
        selection,
      ),
  }),
}));
