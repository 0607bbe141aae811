import { buildAuthorizationUrl, calculatePKCECodeChallenge, type ServerMetadata } from 'openid-client';
import { deriveNonce, pkceVerifier } from './browser-secrets.js';
import type { OidcParties } from './client.js';
import { readConfiguration } from './configuration.js';

/** Values that bind a response to its request and its browser. */
export interface LoginBinding {
  /** Value of `state`; the response must contain the same value. */
  state: string;
  /** Secret in the browser's cookie; the PKCE verifier and the nonce are derived from it. */
  browserSecret: string;
}

/**
 * Returns the provider's URL for signing in: the code flow with PKCE, `state` and `nonce`.
 * @throws UNAVAILABLE
 */
export async function loginUrl(parties: OidcParties, { state, browserSecret }: LoginBinding): Promise<string> {
  const configuration = await readConfiguration(parties);
  const { callbackUrl, groupsClaim } = parties.client;
  return buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl,
    response_type: 'code',
    scope: scopes(configuration.serverMetadata(), groupsClaim),
    state,
    nonce: deriveNonce(browserSecret),
    code_challenge: await calculatePKCECodeChallenge(pkceVerifier(browserSecret)),
    code_challenge_method: 'S256',
  }).href;
}

/** Returns the scopes to request. Some providers send groups only with a scope of that name. */
function scopes({ scopes_supported: supported }: ServerMetadata, groupsClaim: string | null): string {
  const groups = groupsClaim !== null && supported?.includes('groups') ? ['groups'] : [];
  return ['openid', 'email', 'profile', ...groups].join(' ');
}
