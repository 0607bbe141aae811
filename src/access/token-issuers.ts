/**
 * Issuers of tokens. The value is true if their tokens work without single sign-on in an organization that requires it.
 * This is true for the operator, so that an organization can be reached when sign-in fails. It is true for admins,
 * because the tokens that they issue belong to service accounts, which cannot sign in.
 */
export const bypassesSso = {
  bootstrap: true,
  operator: true,
  admin: true,
  user: false,
  sso: false,
  link: false,
  session: false,
} as const;

/**
 * Issuers of tokens. The value is true if the expiry policy of an organization (`Organization.maxTokenDays`) limits the
 * lifetime of their tokens there. Sessions have a lifetime of their own.
 */
export const followsExpiryPolicy = {
  bootstrap: false,
  operator: false,
  admin: true,
  user: true,
  sso: true,
  link: true,
  session: false,
} as const satisfies Record<TokenIssuer, boolean>;

/**
 * Reports whether a token or session may belong to a person whom no identity provider has signed in. This is true for a
 * session without an organization, and for a token that such a session has created.
 */
export function isFromLink(issuer: TokenIssuer, organizationId: string | null): boolean {
  return issuer === 'link' || (issuer === 'session' && organizationId === null);
}

/** Issuer of a token. The code that creates the token sets it; no client can choose it. */
export type TokenIssuer = keyof typeof bypassesSso;
