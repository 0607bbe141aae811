import type { OidcClient } from '../../../api/oidc/client.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import type { Urls } from '../../../platform/urls/urls.js';

/**
 * Addresses of this server for one provider. Each provider has its own. So the response of one provider is not accepted
 * as the response of another (mix-up attack, RFC 9700, section 4.4).
 */
export interface OidcService {
  callbackURL: string;
  startURL: string;
  backchannelLogoutURL: string;
  postLogoutURL: string;
}

/** Returns the addresses of this server for a provider, below `PUBLIC_URL`. */
export function oidcServiceOf({ base }: Pick<Urls, 'base'>, providerId: string): OidcService {
  const providerBase = `${base}/oidc/${providerId}`;
  return {
    callbackURL: `${providerBase}/callback`,
    startURL: `${providerBase}/start`,
    backchannelLogoutURL: `${providerBase}/backchannel-logout`,
    postLogoutURL: `${providerBase}/signed-out`,
  };
}

/** Returns the settings of this server as a client of a provider, with the client secret decrypted. */
export function clientOf(
  { urls, sealer }: { urls: Pick<Urls, 'base'>; sealer: Sealer },
  { id, issuer, clientId, clientSecret, groupsClaim }: Row<'OidcProvider'>,
): OidcClient {
  return {
    issuer,
    clientId,
    clientSecret: clientSecret === null ? null : sealer.open('client-secret', clientSecret),
    callbackUrl: oidcServiceOf(urls, id).callbackURL,
    groupsClaim,
  };
}
