import { builder } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import { Organization } from '../organizations/organization.js';
import { isVisibleSpace, viewerKey } from '../shared/visible.js';
import { Space } from './space.js';

builder.objectFields(Organization, (t) => ({
  spaces: listField(t, {
    type: Space,
    description: 'Spaces of the organization that the caller may see, newest first; deleted ones are left out.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Organization.spaces',
      filters: viewerKey(context),
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId) =>
        context.read.sql
          .selectFrom('Space')
          .selectAll()
          .where('organizationId', '=', organizationId!)
          .where('deletedAt', 'is', null)
          .where(isVisibleSpace(context, 'space.view')),
    }),
  }),
}));
