import type { TestApp } from '../../../support/app.js';
import type { SeededOrganization } from '../sso/sso-scene.js';

/** Settings of an OpenID provider, as an admin sends them. No test sends requests to this provider. */
export const oidcSettings = {
  label: 'Acme OpenID',
  issuer: 'https://openid.test/acme',
  clientId: 'docgraph',
  clientSecret: 'a client secret of a test',
};

/** Adds an OpenID provider to an organization. Returns its id. */
export async function seedOidcProvider(
  test: TestApp,
  { id, admin }: SeededOrganization,
  settings: object = {},
): Promise<string> {
  const { data, errors } = await test.graphql(
    'mutation ($input: CreateOIDCProviderInput!) { createOIDCProvider(input: $input) { provider { id } } }',
    { ...admin, variables: { input: { organization: id, ...oidcSettings, ...settings } } },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.createOIDCProvider.provider.id;
}
