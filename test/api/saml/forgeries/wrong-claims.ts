import { type Draft, inSeconds, restrictionXml, statementXml } from '../forge.js';
import { newId, otherProvider } from '../identity-provider.js';
import { assertionIn, type Forgery, genuine, signed } from './forgery.js';

/** Creates a response that the provider signed although it should not have, or signed for another recipient. */
const signedForgery = (title: string, reason: RegExp, changes: Partial<Draft>): Forgery =>
  timedForgery(title, reason, () => changes);

/** Creates a forgery like `signedForgery`, with changes whose times are relative to the creation of the response. */
const timedForgery = (title: string, reason: RegExp, changesNow: () => Partial<Draft>): Forgery => ({
  title,
  reason,
  forge: (request) => signed(request, changesNow()),
});

const anotherService = 'https://other.test/saml';
const year = 365 * 86_400;

/** Responses for other services or requests, responses that are not valid at this time, and contradictory responses. */
export const wrongClaims: Forgery[] = [
  signedForgery('another Issuer of the Response', /Issuer of the Response/, { responseIssuer: otherProvider.entityId }),
  signedForgery('another Issuer of the assertion', /be issued by the provider/, { issuer: otherProvider.entityId }),
  signedForgery('another Destination', /Destination must be/, { destination: `${anotherService}/acs` }),
  signedForgery('an empty Destination', /attribute Destination/, { destination: '' }),
  signedForgery('another Recipient', /be for our address/, { recipient: `${anotherService}/acs` }),
  signedForgery('no Recipient', /attribute Recipient/, { recipient: null }),
  signedForgery('another audience', /be for us alone/, { audience: anotherService }),
  signedForgery('no audience', /be for us alone/, { audience: null }),
  signedForgery('the audience in another spelling', /be for us alone/, { audience: 'HTTPS://DOCS.TEST/saml' }),
  signedForgery('the id of another request', /InResponseTo must be/, { responseInResponseTo: newId() }),
  signedForgery('no request id', /attribute InResponseTo/, { responseInResponseTo: null }),
  signedForgery('a confirmation for another request', /answer the request/, { inResponseTo: newId() }),
  signedForgery('a confirmation for no request', /attribute InResponseTo/, { inResponseTo: null }),
  signedForgery('no request id in the Response and the assertion', /attribute InResponseTo/, {
    inResponseTo: null,
    responseInResponseTo: null,
  }),
  timedForgery('conditions that have ended', /be valid now/, () => ({ notOnOrAfter: inSeconds(-61) })),
  timedForgery('conditions that have not begun', /be valid now/, () => ({ notBefore: inSeconds(90) })),
  timedForgery('a confirmation that has ended', /be confirmed for now/, () => ({ confirmedUntil: inSeconds(-61) })),
  timedForgery('a confirmation that has not begun', /be confirmed for now/, () => ({ confirmedFrom: inSeconds(90) })),
  timedForgery('an assertion that was issued six minutes ago', /issued in the last minutes/, () => ({
    issued: inSeconds(-361),
  })),
  timedForgery('an assertion that is issued tomorrow', /issued in the last minutes/, () => ({
    issued: inSeconds(86_400),
  })),
  timedForgery('a validity of ten years', /at most 24 hours/, () => ({
    notOnOrAfter: inSeconds(10 * year),
    confirmedUntil: inSeconds(10 * year),
  })),
  timedForgery('conditions that end in ten years', /at most 24 hours/, () => ({ notOnOrAfter: inSeconds(10 * year) })),
  timedForgery('a confirmation that ends in ten years', /at most 24 hours/, () => ({
    confirmedUntil: inSeconds(10 * year),
  })),
  timedForgery('conditions that began ten years ago', /at most 24 hours/, () => ({ notBefore: inSeconds(-10 * year) })),
  signedForgery('a status other than success', /Status must be/, {
    status: 'urn:oasis:names:tc:SAML:2.0:status:Responder',
  }),
  signedForgery('another version of the assertion', /have version 2.0/, { version: '1.1' }),
  signedForgery('another version of the Response', /Version must be/, { responseVersion: '1.1' }),
  signedForgery('another confirmation method', /being carried/, {
    method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches',
  }),
  signedForgery('two e-mail addresses', /several e-mail/, {
    attributes: statementXml(['mail', 'a@idp.test', 'b@idp.test']),
  }),
  signedForgery('two e-mail addresses in attributes with different names', /several e-mail/, {
    attributes: statementXml(['mail', 'a@idp.test'], ['email', 'b@idp.test']),
  }),
  signedForgery('two attributes of groups', /several attributes of groups/, {
    attributes: statementXml(['mail', 'a@idp.test'], ['groups', 'staff'], ['groups', 'admins']),
  }),
  signedForgery('a group with an element', /group that contains elements/, {
    attributes: statementXml(['mail', 'a@idp.test'], ['groups', 'staff<x xmlns="urn:x">admins</x>']),
  }),
  signedForgery('an invalid e-mail address', /e-mail address that is not valid/, {
    attributes: statementXml(['mail', 'ada']),
  }),
  signedForgery('two e-mail addresses in one value', /e-mail address that is not valid/, {
    attributes: statementXml(['mail', 'a@idp.test,b@idp.test']),
  }),
  signedForgery('an e-mail address with a Kelvin sign', /e-mail address that is not valid/, {
    attributes: statementXml(['mail', 'ada@\u212adp.test']),
  }),
  signedForgery('an e-mail address with an element', /e-mail address that is not valid/, {
    attributes: statementXml(['mail', 'ada@idp.test<x xmlns="urn:x">.evil.test</x>']),
  }),
];

/** Responses with missing or repeated parts. */
export const malformed: Forgery[] = [
  signedForgery('no conditions', /exactly one Conditions/, { conditions: '' }),
  signedForgery('two conditions', /exactly one Conditions/, { conditions: '<saml:Conditions/><saml:Conditions/>' }),
  signedForgery('conditions without a beginning', /attribute NotBefore/, { notBefore: null }),
  signedForgery('conditions without an end', /attribute NotOnOrAfter/, { notOnOrAfter: null }),
  signedForgery('a confirmation without an end', /attribute NotOnOrAfter/, { confirmedUntil: null }),
  signedForgery('two audience restrictions, one for another service', /be for us alone/, {
    conditions: `<saml:Conditions NotBefore="${inSeconds(-9)}" NotOnOrAfter="${inSeconds(99)}">${restrictionXml('https://docs.test/saml')}${restrictionXml(anotherService)}</saml:Conditions>`,
  }),
  signedForgery('a time without a time zone', /not a time in UTC/, { notBefore: '2026-01-01T00:00:00' }),
  signedForgery('an invalid time', /not a time in UTC/, { notBefore: 'yesterday' }),
  signedForgery('no Issuer of the assertion', /exactly one Issuer/, { issuer: null }),
  signedForgery('an empty NameID', /name a person/, { nameId: '' }),
  signedForgery('a NameID of 513 characters', /name a person/, { nameId: 'a'.repeat(513) }),
  signedForgery('a line break in the NameID', /name a person/, { nameId: 'ada&#10;admin' }),
  {
    // Signatures are computed over UTF-8, in which unpaired surrogates and the replacement character are the same.
    title: 'half of a surrogate pair in the NameID',
    reason: /name a person/,
    forge: (request) => signed(request, { nameId: 'ada\ufffd' }).replace('\ufffd', '&#xD800;'),
  },
  signedForgery('no authentication statement', /exactly one AuthnStatement/, { statement: '' }),
  signedForgery('no status', /unusual parts/, { status: null }),
  {
    title: 'two status codes',
    reason: /exactly one StatusCode/,
    forge: (request) => genuine(request).replace(/<samlp:StatusCode [^>]*>/, (code) => code + code),
  },
  {
    title: 'an empty id',
    reason: /is not an id/,
    forge: (request) => genuine(request).replace(/(<saml:Assertion [^>]*) ID="[^"]*"/, '$1 ID=""'),
  },
  {
    title: 'no id',
    reason: /attribute ID/,
    forge: (request) => genuine(request).replace(/(<saml:Assertion [^>]*) ID="[^"]*"/, '$1'),
  },
  {
    title: 'an id with quotes',
    reason: /is not an id/,
    forge: (request) => genuine(request).replace(/ID="[^"]*"/, `ID="a' or 'b"`),
  },
  {
    title: 'a Response of another namespace',
    reason: /root must be a Response/,
    forge: (request) =>
      genuine(request).replace('xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"', 'xmlns:samlp="urn:x"'),
  },
  {
    title: 'an assertion without a Response',
    reason: /root must be a Response/,
    forge: (request) => assertionIn(genuine(request)),
  },
  {
    title: 'a LogoutResponse instead of a Response',
    reason: /root must be a Response/,
    forge: (request) => genuine(request).replaceAll('samlp:Response', 'samlp:LogoutResponse'),
  },
];
