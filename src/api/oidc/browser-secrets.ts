import { hkdfSync } from 'node:crypto';

/**
 * Returns the PKCE verifier of a sign-in (RFC 7636). Like the nonce, it is derived from the secret in the browser's
 * cookie. So the database contains nothing that could complete a sign-in, and another browser cannot complete it.
 */
export function pkceVerifier(browserSecret: string): string {
  return derive(browserSecret, 'docgraph oidc pkce');
}

/** Returns the nonce of a sign-in, which the ID token must contain. */
export function deriveNonce(browserSecret: string): string {
  return derive(browserSecret, 'docgraph oidc nonce');
}

/** Returns 256 bits as URL-safe text: 43 characters, the minimum length of a PKCE verifier. */
function derive(secret: string, label: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', label, 32)).toString('base64url');
}
