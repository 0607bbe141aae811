import { rsa } from './certificates.js';
import { escaped } from './identity-provider.js';

/** Parts of the metadata of a provider, as XML. */
export interface MetadataDraft {
  entityID: string;
  protocols: string;
  keys: string;
  services: string;
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** The binding that this server does not use for its requests. */
export const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

/** Returns the metadata of one provider, by default that of the tests. */
export function entityXml(changes: Partial<MetadataDraft> = {}): string {
  const { entityID, protocols, keys, services } = {
    entityID: 'https://idp.test/saml',
    protocols: 'urn:oasis:names:tc:SAML:2.0:protocol',
    keys: keyXml(rsa.certificate),
    services: serviceXml(),
    ...changes,
  };
  const role = `<IDPSSODescriptor protocolSupportEnumeration="${protocols}">${keys}${services}</IDPSSODescriptor>`;
  return `<EntityDescriptor ${namespace} entityID="${entityID}">${role}</EntityDescriptor>`;
}

/** Returns a list of entities. */
export function entitiesXml(...entities: string[]): string {
  return `<EntitiesDescriptor ${namespace}>${entities.join('')}</EntitiesDescriptor>`;
}

const namespace = 'xmlns="urn:oasis:names:tc:SAML:2.0:metadata"';

/** Returns a key with its certificate; without `use`, it is for signing and encryption. */
export function keyXml(certificate: string, use = 'signing'): string {
  const base64 = certificate.replace(/-----[^-]*-----/g, '');
  const data = `<X509Data><X509Certificate>${base64}</X509Certificate></X509Data>`;
  const info = `<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">${data}</KeyInfo>`;
  return `<KeyDescriptor${use && ` use="${use}"`}>${info}</KeyDescriptor>`;
}

/** Returns the address of sign-in requests. */
export function serviceXml({ binding = redirectBinding, location = 'https://idp.test/sso?tenant=1' } = {}): string {
  return `<SingleSignOnService Binding="${binding}" Location="${escaped(location)}"/>`;
}
