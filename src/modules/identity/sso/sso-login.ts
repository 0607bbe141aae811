import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { syncField } from '../../../api/graphql/schema/field-marks.js';
import type { ProviderLogin } from './logins.js';
import { SamlProviderLabel } from './saml-scalars.js';

/** An active identity provider, with the fields that all members may see. */
export const SsoLogin = builder.objectRef<ProviderLogin>('SsoLogin').implement({
  description: 'A way to sign in: the public part of an identity provider.',
  extensions: { guard: partOfGuardedObject, rest: { name: 'OrganizationSSOProviderLogin' } },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the identity provider.' }),
    label: t.expose('label', { type: SamlProviderLabel, description: describe('SamlProvider', 'label') }),
    startURL: t.field({
      type: 'URL',
      description: 'Address at which people start to sign in.',
      extensions: syncField,
      resolve: ({ startPath }, _args, { urls }) => `${urls.base}${startPath}`,
    }),
  }),
});
