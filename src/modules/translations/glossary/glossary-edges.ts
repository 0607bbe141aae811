import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { Organization } from '../../identity/organizations/organization.js';
import { isVisible, viewerKey } from '../../shared/visible.js';
import { GlossaryEntry } from './glossary-entry.js';

builder.objectField(Organization, 'glossary', (t) =>
  listField(t, {
    type: GlossaryEntry,
    description: 'Terms that translations of the organization keep to, newest first.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Organization.glossary',
      filters: viewerKey(context),
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId) =>
        context.read.sql
          .selectFrom('GlossaryEntry')
          .selectAll()
          .where('organizationId', '=', organizationId!)
          .where(isVisible(context, 'glossary.view')),
    }),
  }),
);
