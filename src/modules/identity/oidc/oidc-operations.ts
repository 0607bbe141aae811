import type { InputFields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { deletedPayload } from '../organizations/deleted-payload.js';
import { MemberRole } from '../organizations/enums.js';
import { SamlProviderLabel } from '../sso/saml-scalars.js';
import { oidcProvidersById } from './loaders.js';
import { OidcClaim, OidcClientID, OidcClientSecret, OidcProvider } from './oidc-provider.js';
import { createOidcProvider, deleteOidcProvider, updateOidcProvider } from './provider-actions.js';

/** Descriptions of the fields that are required for a new provider and optional in an update. */
const descriptions = {
  label: 'Name shown on the sign-in page.',
  issuer: 'Issuer identifier: https, or http on this machine; without query and fragment.',
  clientId: 'Client id that the provider gave to this server.',
};

/** Returns the optional input fields shared by creation and update. */
const optionalFields = (t: InputFields) => ({
  clientSecret: t.field({
    type: OidcClientSecret,
    description: 'Client secret; it is stored encrypted and never shown. Null for a client without one.',
    extensions: nullClears,
  }),
  groupsClaim: t.field({
    type: OidcClaim,
    description: 'Claim that lists the groups of a person; null if groups are not used.',
    extensions: nullClears,
  }),
  defaultTeam: t.id({
    description: 'Id of the team that people join at their first sign-in; null for none.',
    extensions: nullClears,
  }),
  defaultRole: t.field({
    type: MemberRole,
    description:
      'Role at the first sign-in; null makes people guests. The default for a new provider is the default role of the organization.',
    extensions: nullClears,
  }),
});

mutation('createOIDCProvider', {
  description: 'Adds an OpenID provider.',
  policy: 'sso.update',
  takes: 'Fields of a new OpenID provider.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    label: t.field({ type: SamlProviderLabel, required: true, description: descriptions.label }),
    issuer: t.field({ type: 'URL', required: true, description: descriptions.issuer }),
    clientId: t.field({ type: OidcClientID, required: true, description: descriptions.clientId }),
    ...optionalFields(t),
  }),
  action: async ({ organization, ...provider }, context) => ({
    id: await createOidcProvider(context, organization, provider),
  }),
  payload: {
    description: 'The new OpenID provider.',
    outputFields: (t) => ({
      provider: t.field({
        type: OidcProvider,
        description: 'The new OpenID provider.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(oidcProvidersById, id),
      }),
    }),
  },
});

mutation('updateOIDCProvider', {
  description:
    'Updates an OpenID provider. Another `issuer` means another provider: its users are matched again, and it requires another `clientSecret`.',
  policy: 'sso.update',
  takes: 'Changes to an OpenID provider; absent fields stay.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    provider: t.id({ required: true, description: 'Id of the OpenID provider.' }),
    label: t.field({ type: SamlProviderLabel, description: descriptions.label }),
    issuer: t.field({ type: 'URL', description: descriptions.issuer }),
    clientId: t.field({ type: OidcClientID, description: descriptions.clientId }),
    ...optionalFields(t),
  }),
  action: async ({ organization, provider, ...changes }, context) => {
    await updateOidcProvider(context, { organization, provider }, changes);
    return { id: provider };
  },
  payload: {
    description: 'The changed OpenID provider.',
    outputFields: (t) => ({
      provider: t.field({
        type: OidcProvider,
        description: 'The OpenID provider after the change.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(oidcProvidersById, id),
      }),
    }),
  },
});

mutation('deleteOIDCProvider', {
  description: 'Removes an OpenID provider. Members who signed in with it stay.',
  policy: 'sso.update',
  takes: 'The OpenID provider to remove.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    provider: t.id({ required: true, description: 'Id of the OpenID provider.' }),
  }),
  action: async (input, context) => {
    await deleteOidcProvider(context, input);
    return { deletedId: input.provider, organization: input.organization };
  },
  payload: deletedPayload('OpenID provider'),
});
