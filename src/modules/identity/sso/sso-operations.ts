import type { InputFields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { deletedPayload } from '../organizations/deleted-payload.js';
import { MemberRole } from '../organizations/enums.js';
import { samlProvidersById } from './loaders.js';
import { createProvider, deleteProvider, updateProvider } from './provider-actions.js';
import { SamlProvider } from './saml-provider.js';
import {
  SamlAttributeName,
  SamlMetadata,
  SamlProviderCertificate,
  SamlProviderEntityID,
  SamlProviderLabel,
} from './saml-scalars.js';

/** Returns the input fields shared by creation and update. */
const settings = (t: InputFields) => ({
  ssoURL: t.field({
    type: 'URL',
    description: 'Address to which sign-in requests are sent: https, or http on this machine.',
  }),
  entityID: t.field({
    type: SamlProviderEntityID,
    description: 'Entity id of the identity provider; empty for none.',
  }),
  certificate: t.field({
    type: SamlProviderCertificate,
    description: 'Certificate that answers are signed with, RSA of 2048 bits or more; empty for none.',
  }),
  nextCertificate: t.field({
    type: SamlProviderCertificate,
    description: 'Second certificate, which is accepted as well during a change of the key; empty for none.',
    extensions: { rest: { graphOnly: true } },
  }),
  groupsAttribute: t.field({
    type: SamlAttributeName,
    description:
      'Name of the attribute that lists the groups of a person, case-sensitive; empty if groups are not used.',
    extensions: { rest: { graphOnly: true } },
  }),
  metadata: t.field({
    type: SamlMetadata,
    description:
      'Metadata of the identity provider, from which its address, its name and its certificates are taken. Fields that are given take precedence.',
    extensions: { rest: { graphOnly: true } },
  }),
  metadataURL: t.field({
    type: 'URL',
    description:
      'Address from which `metadata` is read once, instead of the text: https to a public host, or a host that the operator trusts.',
    extensions: { rest: { graphOnly: true } },
  }),
});

mutation('createSAMLProvider', {
  description: 'Adds an identity provider.',
  policy: 'sso.update',
  takes: 'Fields of a new identity provider; it is pending until its three own fields are set.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    label: t.field({ type: SamlProviderLabel, required: true, description: 'Name shown on the sign-in page.' }),
    ...settings(t),
    defaultTeam: t.id({
      description: 'Id of the team that people join at their first sign-in; by default none.',
      extensions: { rest: { nullClears: 'graph' } },
    }),
    defaultRole: t.field({
      type: MemberRole,
      description:
        'Role at the first sign-in; null makes people guests; the default is the default role of the organization.',
      extensions: nullClears,
    }),
  }),
  action: async ({ organization, ...provider }, context) => ({
    id: await createProvider(context, organization, provider),
  }),
  payload: {
    description: 'The new identity provider.',
    outputFields: (t) => ({
      provider: t.field({
        type: SamlProvider,
        description: 'The new identity provider.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(samlProvidersById, id),
      }),
    }),
  },
});

mutation('updateSAMLProvider', {
  description: 'Updates an identity provider. Another `entityID` means another provider: its users are matched again.',
  policy: 'sso.update',
  takes: 'Changes to an identity provider; absent fields stay.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    provider: t.id({ required: true, description: 'Id of the identity provider.' }),
    label: t.field({ type: SamlProviderLabel, description: 'Name shown on the sign-in page.' }),
    ...settings(t),
    defaultTeam: t.id({
      description: 'Id of the team that people join at their first sign-in; null for none.',
      extensions: { rest: { nullClears: 'graph' } },
    }),
    defaultRole: t.field({
      type: MemberRole,
      description: 'Role at the first sign-in; null makes people guests.',
      extensions: nullClears,
    }),
  }),
  action: async ({ organization, provider, ...changes }, context) => {
    await updateProvider(context, { organization, provider }, changes);
    return { id: provider };
  },
  payload: {
    description: 'The changed identity provider.',
    outputFields: (t) => ({
      provider: t.field({
        type: SamlProvider,
        description: 'The identity provider after the change.',
        resolve: ({ id }, _args, { loaders }) => loaders.get(samlProvidersById, id),
      }),
    }),
  },
});

mutation('deleteSAMLProvider', {
  description: 'Removes an identity provider. Members who signed in with it stay.',
  policy: 'sso.update',
  takes: 'The identity provider to remove.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    provider: t.id({ required: true, description: 'Id of the identity provider.' }),
  }),
  action: async (input, context) => {
    await deleteProvider(context, input);
    return { deletedId: input.provider, organization: input.organization };
  },
  payload: deletedPayload('identity provider'),
});
