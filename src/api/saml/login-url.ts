import { randomBytes } from 'node:crypto';
import type { IdentityProvider, ServiceProvider } from './parties.js';
import { samlClient } from './saml-client.js';

/** Who sends a person to whom, and what comes back with the answer. */
export interface LoginRequest {
  service: ServiceProvider;
  provider: IdentityProvider;
  /** Opaque text that the provider returns beside its answer; nobody vouches for it. Read it with `safeRedirect`. */
  relayState?: string | undefined;
}

/** Where to send a person, and the id that the answer must name as the request that it answers. */
export interface Login {
  url: string;
  requestId: string;
}

/**
 * Asks a provider to identify a person: an AuthnRequest in the query of its address (HTTP-Redirect binding). The caller
 * keeps the request id, bound to the browser, for `readResponse`.
 */
export async function loginUrl({ service, provider, relayState }: LoginRequest): Promise<Login> {
  const requestId = newRequestId();
  const client = samlClient({ service, provider }, { requestId, wantResponseSigned: false });
  const url = await client.getAuthorizeUrlAsync(relayState ?? '', undefined, {});
  return { url, requestId };
}

/** Tells whether a text looks like the id of a request of ours. */
export function isRequestId(text: string | null): text is string {
  return text !== null && /^_[0-9a-f]{40}$/.test(text);
}

/** An xs:ID must not start with a digit (SAML core 1.3.4, which also asks for 128 random bits or more). */
function newRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}
