import { buildEndSessionUrl } from 'openid-client';
import type { OidcParties } from './client.js';
import { readConfiguration } from './configuration.js';

/**
 * Returns the URL that ends a browser's session at the provider (OpenID Connect RP-Initiated Logout 1.0). The provider
 * then redirects to `returnUrl`, if that URL is registered there. Returns null if the provider does not support this.
 * @throws UNAVAILABLE if the provider cannot be reached
 */
export async function endSessionUrl(parties: OidcParties, returnUrl: string): Promise<string | null> {
  const configuration = await readConfiguration(parties);
  if (!configuration.serverMetadata().end_session_endpoint) return null;
  return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl }).href;
}
