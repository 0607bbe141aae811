import { checkCertificate } from './check-certificate.js';
import { checkMarkup } from './decode-response.js';
import { elementsWithin } from './document-rules.js';
import { childElements, isNamed, namespaces, parseXml } from './elements.js';
import { type Refuse, refuseField } from './refusals.js';

/** Maximum length of an identity provider's metadata, in characters. */
export const maxMetadataLength = 262_144;

/** Settings of an identity provider, as its metadata states them. */
export interface ProviderMetadata {
  /** URL for sign-in requests (HTTP-Redirect binding). */
  ssoURL: string;
  entityID: string;
  /** Certificate of the first signing key, as `checkCertificate` returns it. */
  certificate: string;
  /** Certificate of the second signing key; null if there is one key. */
  nextCertificate: string | null;
}

/**
 * Reads the metadata of one identity provider (SAML metadata 2.4.3), with the limits of SAML responses. Signatures of
 * the metadata are not verified, because no key is trusted yet. The caller must trust the source of the metadata.
 * @param field the input with the metadata, for messages
 * @throws BAD_USER_INPUT on the field or a part of it
 */
export function readProviderMetadata(text: string, field: string): ProviderMetadata {
  const refuse = refuseField(field);
  const { entity, role } = onlyProvider(parseMetadata(text, refuse), refuse);
  const [certificate, nextCertificate = null] = signingCertificates(role, refuse).map((base64, index) =>
    checkCertificate(base64, `${field}.KeyDescriptor[${index}]`),
  );
  return {
    ssoURL: redirectAddress(role, refuse),
    entityID: entityIdOf(entity, refuse),
    certificate: certificate!,
    nextCertificate,
  };
}

function parseMetadata(text: string, refuse: Refuse): Element {
  const xml = text.replace(/^\uFEFF?\s*/, '');
  if (xml.length > maxMetadataLength)
    throw refuse(`must have at most ${maxMetadataLength} characters (got ${xml.length})`);
  checkMarkup(xml, refuse);
  // Comments are harmless in metadata, because no text in it is compared with a signed text.
  if (/<!(?!--)|<\?/.test(xml.replace(/^<\?xml\s[^<>?]*\?>/, '')))
    throw refuse('must have no DOCTYPE, no CDATA section and no processing instruction');
  try {
    return parseXml(xml);
  } catch {
    throw refuse('must be well-formed XML');
  }
}

/** Description of an identity provider in its metadata. */
interface DescribedProvider {
  entity: Element;
  /** Its `IDPSSODescriptor`. */
  role: Element;
}

/** Finds the only identity provider. Metadata may also describe service providers, and other roles of the provider. */
function onlyProvider(root: Element, refuse: Refuse): DescribedProvider {
  const isRoot = isNamed(root, 'metadata', 'EntityDescriptor') || isNamed(root, 'metadata', 'EntitiesDescriptor');
  if (!isRoot)
    throw refuse(`must be an EntityDescriptor or an EntitiesDescriptor (got ${root.nodeName.slice(0, 100)})`);
  const entities = elementsWithin(root, refuse).filter((element) => isNamed(element, 'metadata', 'EntityDescriptor'));
  const [provider, ...others] = entities.flatMap((entity) =>
    metadataChildren(entity, 'IDPSSODescriptor')
      .filter(isSaml2)
      .map((role) => ({ entity, role })),
  );
  if (provider && others.length === 0) return provider;
  throw refuse(`must describe exactly one identity provider of SAML 2.0 (got ${provider ? others.length + 1 : 0})`);
}

function isSaml2(role: Element): boolean {
  const protocols = role.getAttribute('protocolSupportEnumeration') ?? '';
  return protocols.split(/\s+/).includes(namespaces.protocol);
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

function redirectAddress(role: Element, refuse: Refuse): string {
  const services = metadataChildren(role, 'SingleSignOnService');
  const found = services.find((service) => service.getAttribute('Binding') === redirectBinding);
  const address = found?.getAttribute('Location')?.trim();
  if (!address) throw refuse('must have a SingleSignOnService with the binding HTTP-Redirect');
  return address;
}

const maxEntityIdLength = 1024;

function entityIdOf(entity: Element, refuse: Refuse): string {
  const id = entity.getAttribute('entityID') ?? '';
  if (id.length > 0 && id.length <= maxEntityIdLength) return id;
  throw refuse(`must have an entityID of 1 to ${maxEntityIdLength} characters (got ${id.length})`);
}

/** Returns the first two signing certificates, as base64. A key without `use` is for both signing and encryption. */
function signingCertificates(role: Element, refuse: Refuse): string[] {
  const keys = metadataChildren(role, 'KeyDescriptor');
  const signing = keys.filter((key) => (key.getAttribute('use') || 'signing') === 'signing');
  const certificates = new Set(signing.flatMap(certificatesIn));
  if (certificates.size > 0) return [...certificates].slice(0, 2);
  const kind = keys.length > 0 && signing.length === 0 ? 'keys for encryption only' : 'none';
  throw refuse(`must have an X509Certificate of a signing key (got ${kind})`);
}

function certificatesIn(key: Element): string[] {
  const data = ['KeyInfo', 'X509Data', 'X509Certificate'].reduce(
    (parents, name) => parents.flatMap(childElements).filter((element) => isNamed(element, 'signature', name)),
    [key],
  );
  return data.map(({ textContent }) => (textContent ?? '').replace(/\s+/g, ''));
}

function metadataChildren(parent: Element, name: string): Element[] {
  return childElements(parent).filter((child) => isNamed(child, 'metadata', name));
}
