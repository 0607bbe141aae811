import { authorize } from '../../../access/policy.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { viewerKey } from '../../shared/visible.js';
import { Organization, owned } from '../organizations/organization.js';
import { oidcProvidersById } from './loaders.js';
import { OidcProvider } from './oidc-provider.js';

builder.objectFields(Organization, (t) => ({
  oidcProviders: listField(t, {
    type: OidcProvider,
    description: 'OpenID providers of the organization, newest first; for its admins.',
    args: {},
    authorize: (organization, { viewer }) => authorize(viewer, 'sso.view', owned(organization)),
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Organization.oidcProviders',
      filters: viewerKey(context),
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId) =>
        context.read.sql.selectFrom('OidcProvider').selectAll().where('organizationId', '=', organizationId!),
    }),
  }),
  oidcProvider: t.field({
    type: OidcProvider,
    nullable: true,
    description: 'An OpenID provider of the organization by its id; for its admins.',
    args: { id: t.arg.id({ required: true, description: "The provider's id." }) },
    resolve: async (organization, { id }, { viewer, loaders }) => {
      authorize(viewer, 'sso.view', owned(organization));
      const provider = await loaders.load(oidcProvidersById, id);
      return provider?.organizationId === organization.id ? provider : null;
    },
  }),
}));
