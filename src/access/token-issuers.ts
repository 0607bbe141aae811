/**
 * Issuers of tokens. The value is true if their tokens work without single sign-on in an organization that requires it.
 * The operator's tokens do, so that an organization stays reachable when sign-in fails.
 */
export const bypassesSso = { bootstrap: true, operator: true, user: false, sso: false, session: false } as const;

/** Issuer of a token. The code path that makes the token sets it; no input does. */
export type TokenIssuer = keyof typeof bypassesSso;
