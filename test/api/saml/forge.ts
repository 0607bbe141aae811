import { SignedXml } from 'xml-crypto';
import type { ServiceProvider } from '../../../src/api/saml/parties.js';
import { attributeStatement, attributeXml, authnStatement, newId, type TestProvider } from './identity-provider.js';

/** The parts of a response. Null omits a part. All values are XML, so that a test can write any text. */
export interface Draft {
  responseId: string | null;
  responseVersion: string | null;
  responseIssuer: string | null;
  responseInResponseTo: string | null;
  destination: string | null;
  status: string | null;
  assertionId: string | null;
  version: string | null;
  issued: string | null;
  issuer: string | null;
  nameId: string;
  nameIdFormat: string | null;
  method: string | null;
  recipient: string | null;
  inResponseTo: string | null;
  confirmedFrom: string | null;
  confirmedUntil: string | null;
  notBefore: string | null;
  notOnOrAfter: string | null;
  audience: string | null;
  /** Replaces the whole `Conditions` element, which otherwise consists of the parts above. */
  conditions: string | undefined;
  statement: string;
  attributes: string;
}

/** The service that requested a sign-in, the provider that responds, and the id of the request. */
export interface SignInRequest {
  service: ServiceProvider;
  provider: TestProvider;
  requestId: string;
}

/** Returns the time a number of seconds from now, in the format of SAML. */
export const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** Returns a genuine response. */
export function genuineDraft({ service, provider, requestId }: SignInRequest): Draft {
  return {
    responseId: newId(),
    responseVersion: '2.0',
    responseIssuer: provider.entityId,
    responseInResponseTo: requestId,
    destination: service.acsUrl,
    status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    assertionId: newId(),
    version: '2.0',
    issued: inSeconds(0),
    issuer: provider.entityId,
    nameId: 'ada-1815',
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    recipient: service.acsUrl,
    inResponseTo: requestId,
    confirmedFrom: null,
    confirmedUntil: inSeconds(300),
    notBefore: inSeconds(-300),
    notOnOrAfter: inSeconds(300),
    audience: service.entityId,
    conditions: undefined,
    statement: authnStatement.replace('{IssueInstant}', inSeconds(0)),
    attributes: attributeStatement({ mail: 'Ada@Idp.test' }),
  };
}

const spaces = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

/** Returns the XML of a response, unsigned. */
export function responseXml(draft: Draft): string {
  const { responseIssuer, status } = draft;
  const head = attributesOf({
    ID: draft.responseId,
    Version: draft.responseVersion,
    IssueInstant: inSeconds(0),
    Destination: draft.destination,
    InResponseTo: draft.responseInResponseTo,
  });
  const code = status === null ? '' : `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>`;
  return `<samlp:Response ${spaces}${head}>${issuerXml(responseIssuer)}${code}${writeAssertion(draft)}</samlp:Response>`;
}

/**
 * Returns the XML of an assertion, unsigned. It declares its own namespaces, so it can be moved to another place in the
 * XML.
 */
export function writeAssertion(draft: Draft): string {
  const head = attributesOf({ ID: draft.assertionId, Version: draft.version, IssueInstant: draft.issued });
  const data = attributesOf({
    NotBefore: draft.confirmedFrom,
    NotOnOrAfter: draft.confirmedUntil,
    Recipient: draft.recipient,
    InResponseTo: draft.inResponseTo,
  });
  const nameId = `<saml:NameID${attributesOf({ Format: draft.nameIdFormat })}>${draft.nameId}</saml:NameID>`;
  const confirmation = `<saml:SubjectConfirmation${attributesOf({ Method: draft.method })}><saml:SubjectConfirmationData${data}/></saml:SubjectConfirmation>`;
  const subject = `<saml:Subject>${nameId}${confirmation}</saml:Subject>`;
  const rest = `${draft.conditions ?? conditionsXml(draft)}${draft.statement}${draft.attributes}`;
  return `<saml:Assertion ${spaces}${head}>${issuerXml(draft.issuer)}${subject}${rest}</saml:Assertion>`;
}

function conditionsXml({ notBefore, notOnOrAfter, audience }: Draft): string {
  const window = attributesOf({ NotBefore: notBefore, NotOnOrAfter: notOnOrAfter });
  const restriction = audience === null ? '' : restrictionXml(audience);
  return `<saml:Conditions${window}>${restriction}</saml:Conditions>`;
}

/** Returns the XML of a restriction to the given audiences. */
export function restrictionXml(...audiences: string[]): string {
  const parts = audiences.map((audience) => `<saml:Audience>${audience}</saml:Audience>`);
  return `<saml:AudienceRestriction>${parts.join('')}</saml:AudienceRestriction>`;
}

/** Returns an attribute statement whose values are XML. */
export function statementXml(...attributes: [name: string, ...values: string[]][]): string {
  const parts = attributes.map(([name, ...values]) => attributeXml(name, ...values));
  return `<saml:AttributeStatement>${parts.join('')}</saml:AttributeStatement>`;
}

function issuerXml(issuer: string | null): string {
  return issuer === null ? '' : `<saml:Issuer>${issuer}</saml:Issuer>`;
}

function attributesOf(values: Record<string, string | null>): string {
  const present = Object.entries(values).filter(([, value]) => value !== null);
  return present.map(([name, value]) => ` ${name}="${value}"`).join('');
}

/** Options of a signature. */
export interface SignatureOptions {
  key: string;
  /** Certificate to include in the signature. Readers must not trust it. */
  certificate?: string;
  element: 'Response' | 'Assertion';
  signature: string;
  digest: string;
  canonicalization: string;
  transforms: string[];
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/**
 * Signs an element of a response, by default its assertion with SHA-256. The signature follows the first child of the
 * element.
 */
export function sign(
  xml: string,
  { key, certificate, element = 'Assertion', ...options }: Partial<SignatureOptions>,
): string {
  const { signature = `${more}rsa-sha256`, digest = 'http://www.w3.org/2001/04/xmlenc#sha256' } = options;
  const signer = new SignedXml({
    privateKey: key!,
    publicCert: certificate,
    signatureAlgorithm: signature as never,
    canonicalizationAlgorithm: (options.canonicalization ?? exclusive) as never,
  });
  const xpath = element === 'Response' ? '/*' : "/*[local-name(.)='Response']/*[local-name(.)='Assertion']";
  signer.addReference({
    xpath,
    transforms: options.transforms ?? [enveloped, exclusive],
    digestAlgorithm: digest,
  });
  const location = { reference: `${xpath}/*[1]`, action: 'after' as const };
  signer.computeSignature(xml, { location, prefix: 'ds' });
  return signer.getSignedXml();
}

const more = 'http://www.w3.org/2001/04/xmldsig-more#';

/** Returns the base64 text of a response, as a form field has it. */
export function encode(xml: string): string {
  return Buffer.from(xml).toString('base64');
}
