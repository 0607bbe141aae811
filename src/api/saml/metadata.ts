import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import type { ServiceProvider } from './parties.js';

/**
 * The XML that an identity provider is set up with: our entity id, the address for its answers (HTTP-POST), and that we
 * want assertions signed. Requests are not signed; nothing is encrypted.
 */
export function serviceMetadata({ entityId, acsUrl }: ServiceProvider): string {
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    // The same every time, for caches and for those who compare.
    generateUniqueId: () => '_metadata',
  });
}
