import { randomBytes } from 'node:crypto';
import * as samlify from 'samlify';
import type { IdentityProvider, ServiceProvider } from '../../../src/api/saml/parties.js';
import { otherRsa, rsa } from './certificates.js';

/** An identity provider with its key, which can sign genuine and forged responses. */
export interface TestProvider extends IdentityProvider {
  key: string;
}

/** Creates an identity provider. Providers with the same name have the same entity id and sign-in URL. */
export function makeProvider(name: string, pair = rsa): TestProvider {
  return { entityId: `https://${name}.test/saml`, ssoUrl: `https://${name}.test/sso?tenant=1`, ...pair };
}

/** The provider of most tests. */
export const provider = makeProvider('idp');

/** The provider of another organization, with its own key. */
export const otherProvider = makeProvider('other', otherRsa);

/** Values of attributes, by name. */
export type Attributes = Record<string, string | string[]>;

/** The person who signs in, and options of the response. */
export interface SignIn {
  service: ServiceProvider;
  provider: TestProvider;
  /** The URL that `loginUrl` returned. */
  url: string;
  nameId: string;
  attributes?: Attributes;
  /** Whether the whole response is signed too. */
  signResponse?: boolean;
  signatureAlgorithm?: string;
}

/** Returns the form fields that a real provider (samlify) posts after a sign-in, for the request in the URL. */
export async function loginResponse(signIn: SignIn): Promise<{ SAMLResponse: string; RelayState: string }> {
  const { url, nameId, attributes = {} } = signIn;
  const query = Object.fromEntries(new URL(url).searchParams);
  const idp = idpOf(signIn);
  const sp = spOf(signIn);
  const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query });
  const customTagReplacement = () => fillTemplate(signIn, `${extract.request?.id}`);
  const user = { email: nameId, ...attributes };
  const { context } = await idp.createLoginResponse(sp, { extract }, 'post', user, { customTagReplacement });
  return { SAMLResponse: context, RelayState: query.RelayState ?? '' };
}

/** Escapes the special characters of a text for XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns an id in the format that SAML and this project use. */
export function newId(): string {
  return `_${randomBytes(20).toString('hex')}`;
}

// Our own code checks the requests. samlify requires a schema validator, so this one accepts everything.
samlify.setSchemaValidator({ validate: async () => 'not validated' });

const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

function idpOf({ provider: { entityId, ssoUrl, certificate, key }, signatureAlgorithm }: SignIn) {
  return samlify.IdentityProvider({
    entityID: entityId,
    privateKey: key,
    signingCert: certificate,
    requestSignatureAlgorithm: signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    wantAuthnRequestsSigned: false,
    singleSignOnService: [{ Binding: redirect, Location: ssoUrl }],
    singleLogoutService: [{ Binding: redirect, Location: ssoUrl }],
  });
}

function spOf({ service: { entityId, acsUrl }, signResponse }: SignIn) {
  return samlify.ServiceProvider({
    entityID: entityId,
    wantAssertionsSigned: true,
    wantMessageSigned: signResponse ?? false,
    assertionConsumerService: [{ Binding: post, Location: acsUrl }],
  });
}

/** The statement that a person signed in. */
export const authnStatement =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>';

function fillTemplate(signIn: SignIn, requestId: string) {
  const { service, nameId, attributes = {} } = signIn;
  const now = new Date();
  const later = new Date(now.getTime() + 300_000).toISOString();
  const id = newId();
  const template = samlify.SamlLib.defaultLoginResponseTemplate.context
    .replace('{AuthnStatement}', authnStatement)
    .replace('{AttributeStatement}', attributeStatement(attributes));
  const values = {
    ID: id,
    AssertionID: newId(),
    Destination: service.acsUrl,
    Audience: service.entityId,
    SubjectRecipient: service.acsUrl,
    Issuer: signIn.provider.entityId,
    IssueInstant: now.toISOString(),
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    ConditionsNotBefore: now.toISOString(),
    ConditionsNotOnOrAfter: later,
    SubjectConfirmationDataNotOnOrAfter: later,
    NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    NameID: nameId,
    InResponseTo: requestId,
  };
  return { id, context: samlify.SamlLib.replaceTagsByValue(template, values) };
}

/** Returns an attribute statement. */
export function attributeStatement(attributes: Attributes): string {
  const parts = Object.entries(attributes).map(([name, value]) => attributeXml(name, ...[value].flat().map(escaped)));
  return parts.length === 0 ? '' : `<saml:AttributeStatement>${parts.join('')}</saml:AttributeStatement>`;
}

/** Returns an attribute whose values are XML. */
export function attributeXml(name: string, ...values: string[]): string {
  const parts = values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`);
  return `<saml:Attribute Name="${escaped(name)}">${parts.join('')}</saml:Attribute>`;
}
