/**
 * Issuers of tokens. The value is true if their tokens work without single sign-on in an organization that requires it.
 * The operator's tokens do, so that an organization stays reachable when sign-in fails. Those of an admin do, because
 * they belong to service accounts, which cannot sign in.
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
 * The issuers again. The value is true if the expiry policy of an organization (`Organization.maxTokenDays`) limits their
 * tokens there. Sessions have an end of their own.
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
 * Reports whether a token or session may belong to a person whom no identity provider has signed in. That is a session
 * without an organization, or a token that such a session has created.
 */
export function isFromLink(issuer: TokenIssuer, organizationId: string | null): boolean {
  return issuer === 'link' || (issuer === 'session' && organizationId === null);
}

/** Issuer of a token. The code path that makes the token sets it; no input does. */
export type TokenIssuer = keyof typeof bypassesSso;
