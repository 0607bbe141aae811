/**
 * Who makes tokens, and whether such a token works where single sign-on is demanded, though its user does not sign in so:
 * the operator's do, as the way back where sign-in fails.
 */
export const passesSignOn = { bootstrap: true, operator: true, user: false, sso: false } as const;

/** Who made a token. Nobody chooses it: it says by which way of the source the token came. */
export type TokenIssuer = keyof typeof passesSignOn;
