import { buildEndSessionUrl } from 'openid-client';
import type { OidcParties } from './client.js';
import { readConfiguration } from './configuration.js';

/**
 * Returns the address that ends the session of a browser at the provider (OpenID Connect RP-Initiated Logout 1.0). The
 * provider then redirects to `returnUrl`, if the address is registered there. Null if the provider has no such address.
 * @throws UNAVAILABLE if the provider cannot be reached
 */
export async function endSessionUrl(parties: OidcParties, returnUrl: string): Promise<string | null> {
  const configuration = await readConfiguration(parties);
  if (!configuration.serverMetadata().end_session_endpoint) return null;
  return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl }).href;
}
