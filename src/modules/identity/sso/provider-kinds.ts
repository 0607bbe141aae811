/**
 * Tables for each kind of identity provider. `nameColumn` is the column of the identities that holds the name of a
 * person at the provider.
 */
export const providerKinds = {
  saml: { providers: 'SamlProvider', identities: 'SamlIdentity', nameColumn: 'nameId' },
  oidc: { providers: 'OidcProvider', identities: 'OidcIdentity', nameColumn: 'subject' },
} as const;

/** A protocol that an identity provider uses to sign people in. */
export type ProviderKind = keyof typeof providerKinds;
