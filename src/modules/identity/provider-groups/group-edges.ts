import { authorize } from '../../../access/policy.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { arrayField, listField } from '../../../api/graphql/schema/connections.js';
import { viewerKey } from '../../shared/visible.js';
import { OidcProvider } from '../oidc/oidc-provider.js';
import { Organization, owned } from '../organizations/organization.js';
import { SamlProvider } from '../sso/saml-provider.js';
import { findGroupChanges } from './find-group-changes.js';
import { GroupChange } from './group-change.js';
import { GroupMode, ProviderGroup, ProviderGroupInput } from './provider-group.js';

/** Columns of an identity provider that the fields for its groups read. */
interface ProviderWithGroups {
  id: string;
  organizationId: string;
  groupMode: string;
}

/** Returns the fields for the groups of an identity provider of any kind. */
function groupFields<Provider extends ProviderWithGroups>(t: Fields<Provider>, type: string) {
  return {
    groupMode: t.field({
      type: GroupMode,
      description: 'Whether groups also remove people from teams.',
      resolve: ({ groupMode }) => groupMode,
    }),
    groups: listField(t, {
      type: ProviderGroup,
      description: 'Groups with their teams, by name; at most 500.',
      args: {},
      key: ({ organizationId, id }) => `${organizationId} ${id}`,
      list: (_args, context) => ({
        name: `${type}.groups`,
        filters: viewerKey(context),
        order: { columns: ['group', 'teamId'], direction: 'asc' },
        query: (organizationId, providerId) =>
          context.read.sql
            .selectFrom('ProviderGroup')
            .selectAll()
            .where('organizationId', '=', organizationId!)
            .where('providerId', '=', providerId!),
      }),
    }),
  };
}

builder.objectFields(SamlProvider, (t) => groupFields(t, 'SamlProvider'));

builder.objectFields(OidcProvider, (t) => groupFields(t, 'OidcProvider'));

builder.objectField(Organization, 'groupChanges', (t) =>
  arrayField(t, {
    type: GroupChange,
    description:
      'Members whose teams would change if they signed in again with the groups of their last sign-in, newest user first. For its admins.',
    args: {
      provider: t.arg.id({ required: true, description: 'Id of the identity provider.' }),
      mode: t.arg({ type: GroupMode, description: 'Mode to try; by default that of the provider.' }),
      groups: t.arg({
        type: [ProviderGroupInput],
        description: 'Groups with their teams to try, at most 500; by default those of the provider.',
      }),
    },
    items: async (organization, { provider, mode, groups }, context) => {
      authorize(context.viewer, 'sso.view', owned(organization));
      return {
        identity: ['Organization.groupChanges', organization.id, provider, mode, groups, viewerKey(context)],
        items: await findGroupChanges(context.read, { organization: organization.id, provider }, { mode, groups }),
      };
    },
  }),
);
