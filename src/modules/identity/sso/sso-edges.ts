import { authorize } from '../../../access/policy.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { listField } from '../../../api/graphql/schema/connections.js';
import { viewerKey } from '../../shared/visible.js';
import { Organization, owned } from '../organizations/organization.js';
import { loginsByOrganization, samlProvidersById } from './loaders.js';
import { SamlProvider } from './saml-provider.js';
import { SsoLogin } from './sso-login.js';

builder.objectFields(Organization, (t) => ({
  samlProviders: listField(t, {
    type: SamlProvider,
    description: 'Identity providers of the organization, newest first; for its admins.',
    args: {},
    authorize: (organization, { viewer }) => authorize(viewer, 'sso.view', owned(organization)),
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Organization.samlProviders',
      filters: viewerKey(context),
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId) =>
        context.read.sql.selectFrom('SamlProvider').selectAll().where('organizationId', '=', organizationId!),
    }),
  }),
  samlProvider: t.field({
    type: SamlProvider,
    nullable: true,
    description: 'An identity provider of the organization by its id; for its admins.',
    args: { id: t.arg.id({ required: true, description: "The provider's id." }) },
    resolve: async (organization, { id }, { viewer, loaders }) => {
      authorize(viewer, 'sso.view', owned(organization));
      const provider = await loaders.load(samlProvidersById, id);
      return provider?.organizationId === organization.id ? provider : null;
    },
  }),
}));

builder.objectField(Organization, 'ssoLogins', (t) =>
  t.field({
    type: [SsoLogin],
    description:
      'Ways to sign in to the organization, newest first: its active identity providers of all kinds, 100 at most.',
    resolve: (organization, _args, { viewer, loaders }) => {
      authorize(viewer, 'sso.viewLogins', owned(organization));
      return loaders.load(loginsByOrganization, organization.id);
    },
  }),
);
