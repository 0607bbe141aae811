import { randomBytes } from 'node:crypto';
import type { IdentityProvider, ServiceProvider } from './parties.js';
import { samlClient } from './saml-client.js';

/** The two parties of a sign-in, and a text that the provider returns with its response. */
export interface LoginRequest {
  service: ServiceProvider;
  provider: IdentityProvider;
  /** Opaque text that the provider returns with its response. Anyone can change it, so read it with `safeRedirect`. */
  relayState?: string | undefined;
}

/** URL to which the user is redirected, and the request id that the SAML response must name. */
export interface Login {
  url: string;
  requestId: string;
}

/**
 * Returns the provider's URL for signing in, with an AuthnRequest in its query (HTTP-Redirect binding). The caller must
 * store the request id, bound to the browser, for `readResponse`.
 */
export async function loginUrl({ service, provider, relayState }: LoginRequest): Promise<Login> {
  const requestId = newRequestId();
  const client = samlClient({ service, provider }, { requestId, wantResponseSigned: false });
  const url = await client.getAuthorizeUrlAsync(relayState ?? '', undefined, {});
  return { url, requestId };
}

/** Reports whether a text has the form of our request ids. */
export function isRequestId(text: string | null): text is string {
  return text !== null && /^_[0-9a-f]{40}$/.test(text);
}

/**
 * Returns a new id. An xs:ID must not start with a digit. SAML core 1.3.4 requires this and at least 128 random bits.
 */
function newRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}
