import type { OidcClient } from '../../../api/oidc/client.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import type { Urls } from '../../../platform/urls/urls.js';

/**
 * The addresses of this server for one provider. Each provider has its own, so a provider cannot pass on a response of
 * another one.
 */
export interface OidcService {
  callbackURL: string;
  startURL: string;
  backchannelLogoutURL: string;
  postLogoutURL: string;
}

/** Returns the addresses of this server for a provider, below `PUBLIC_URL`. */
export function oidcServiceOf({ base }: Pick<Urls, 'base'>, providerId: string): OidcService {
  const own = `${base}/oidc/${providerId}`;
  return {
    callbackURL: `${own}/callback`,
    startURL: `${own}/start`,
    backchannelLogoutURL: `${own}/backchannel-logout`,
    postLogoutURL: `${own}/signed-out`,
  };
}

/** Returns this server as a client of a provider, in the form that the protocol takes. */
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
