import type { IdentityProvider, ServiceProvider } from '../../../api/saml/parties.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Urls } from '../../../platform/urls/urls.js';

type Provider = Row<'SamlProvider'>;

/** An identity provider with all settings that a sign-in needs. */
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
 * URLs and entity id of this server as the service provider for one identity provider. They differ for each identity
 * provider, so that none can impersonate another.
 */
export interface Service {
  acsURL: string;
  startURL: string;
  entityID: string;
}

/** Returns the URLs and the entity id of this server for a provider, below `PUBLIC_URL`. */
export function serviceOf({ base }: Pick<Urls, 'base'>, providerId: string): Service {
  const providerBase = `${base}/saml/${providerId}`;
  return { acsURL: `${providerBase}/acs`, startURL: `${providerBase}/start`, entityID: `${providerBase}/metadata` };
}

/** Returns this server as a service provider, in the form that the functions of `api/saml` take. */
export function toServiceProvider(urls: Pick<Urls, 'base'>, providerId: string): ServiceProvider {
  const { acsURL, entityID } = serviceOf(urls, providerId);
  return { acsUrl: acsURL, entityId: entityID };
}

/** Returns an identity provider, in the form that the functions of `api/saml` take. */
export function toIdentityProvider(provider: ActiveProvider): IdentityProvider {
  const { entityID, ssoURL, certificate, nextCertificate, groupsAttribute } = provider;
  return { entityId: entityID, ssoUrl: ssoURL, certificate, nextCertificate, groupsAttribute };
}
