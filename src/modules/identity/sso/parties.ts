import type { IdentityProvider, ServiceProvider } from '../../../api/saml/parties.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Urls } from '../../../platform/urls/urls.js';

type Provider = Row<'SamlProvider'>;

/** A provider with everything that a sign-in takes. */
export type ActiveProvider = Provider & { ssoURL: string; entityID: string; certificate: string };

/** Whether people can sign in with a provider: it is pending until its address, name and certificate are there. */
export function isActive(provider: Provider): provider is ActiveProvider {
  const { ssoURL, entityID, certificate } = provider;
  return ssoURL !== null && entityID !== null && certificate !== null;
}

/** What this server is for one provider: each has addresses and a name of its own, so that none can speak for another. */
export interface Service {
  acsURL: string;
  startURL: string;
  entityID: string;
}

/** The addresses of this server for a provider, below `PUBLIC_URL`. */
export function serviceOf({ base }: Pick<Urls, 'base'>, providerId: string): Service {
  const own = `${base}/saml/${providerId}`;
  return { acsURL: `${own}/acs`, startURL: `${own}/start`, entityID: `${own}/metadata` };
}

/** This server as the SAML engine names it. */
export function ourParty(urls: Pick<Urls, 'base'>, providerId: string): ServiceProvider {
  const { acsURL, entityID } = serviceOf(urls, providerId);
  return { acsUrl: acsURL, entityId: entityID };
}

/** A provider as the SAML engine names it. */
export function theirParty({ entityID, ssoURL, certificate }: ActiveProvider): IdentityProvider {
  return { entityId: entityID, ssoUrl: ssoURL, certificate };
}
