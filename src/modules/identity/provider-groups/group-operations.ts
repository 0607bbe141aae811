import { mutation } from '../../../api/graphql/schema/mutation.js';
import { oidcProvidersById } from '../oidc/loaders.js';
import { OidcProvider } from '../oidc/oidc-provider.js';
import { samlProvidersById } from '../sso/loaders.js';
import { SamlProvider } from '../sso/saml-provider.js';
import { setProviderGroups } from './group-actions.js';
import { GroupMode, ProviderGroupInput } from './provider-group.js';

mutation('setProviderGroups', {
  description:
    'Replaces the teams that the groups of an identity provider map to. The teams of a person change at its next sign-in.',
  policy: 'sso.update',
  takes: 'The teams of the groups of an identity provider.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    provider: t.id({ required: true, description: 'Id of the identity provider.' }),
    mode: t.field({ type: GroupMode, required: true, description: 'Whether groups also remove people from teams.' }),
    groups: t.field({
      type: [ProviderGroupInput],
      required: true,
      description: 'Groups with their teams, at most 500; a group may have several teams. An empty list removes all.',
    }),
  }),
  action: async ({ mode, groups, ...name }, context) => {
    await setProviderGroups(context, name, { mode, groups });
    return { id: name.provider };
  },
  payload: {
    description: 'The changed identity provider.',
    outputFields: (t) => ({
      samlProvider: t.field({
        type: SamlProvider,
        nullable: true,
        description: 'The identity provider after the change; null if it is an OpenID provider.',
        resolve: ({ id }, _args, { loaders }) => loaders.load(samlProvidersById, id),
      }),
      oidcProvider: t.field({
        type: OidcProvider,
        nullable: true,
        description: 'The OpenID provider after the change; null if it is a SAML provider.',
        resolve: ({ id }, _args, { loaders }) => loaders.load(oidcProvidersById, id),
      }),
    }),
  },
});
