import type { IdentityProvider, ServiceProvider } from '../../../api/saml/parties.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Urls } from '../../../platform/urls/urls.js';

type Provider = Row<'SamlProvider'>;

/** A provider with all settings that a sign-in needs. */
export type ActiveProvider = Provider & { ssoURL: string; entityID: string; certificate: string };

/**
 * Reports whether people can sign in with a provider. A provider is pending until it has an address, a name and a
 * certificate.
 */
export function isActive(provider: Provider): provider is ActiveProvider {
  const { ssoURL, entityID, certificate } = provider;
  return ssoURL !== null && entityID !== null && certificate !== null;
}

/**
 * This server in its role for one provider. Each provider gets its own URLs and entity id, so that none can impersonate
 * another.
 */
export interface Service {
  acsURL: string;
  startURL: string;
  entityID: string;
}

/** Returns the URLs of this server for a provider, below `PUBLIC_URL`. */
export function serviceOf({ base }: Pick<Urls, 'base'>, providerId: string): Service {
  const own = `${base}/saml/${providerId}`;
  return { acsURL: `${own}/acs`, startURL: `${own}/start`, entityID: `${own}/metadata` };
}

/** Returns this server as a service provider, in the form that the SAML engine takes. */
export function ourParty(urls: Pick<Urls, 'base'>, providerId: string): ServiceProvider {
  const { acsURL, entityID } = serviceOf(urls, providerId);
  return { acsUrl: acsURL, entityId: entityID };
}

/** Returns an identity provider in the form that the SAML engine takes. */
export function theirParty(provider: ActiveProvider): IdentityProvider {
  const { entityID, ssoURL, certificate, nextCertificate, groupsAttribute } = provider;
  return { entityId: entityID, ssoUrl: ssoURL, certificate, nextCertificate, groupsAttribute };
}
