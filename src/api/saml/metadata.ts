import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import type { ServiceProvider } from './parties.js';

/**
 * Returns the XML for the setup of an identity provider. It contains our entity id and the URL for SAML responses
 * (HTTP-POST), and requires signed assertions. Requests are not signed, and nothing is encrypted.
 */
export function serviceMetadata({ entityId, acsUrl }: ServiceProvider): string {
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    // The id is constant, so that the metadata can be cached and compared.
    generateUniqueId: () => '_metadata',
  });
}
