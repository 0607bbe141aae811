import {
  type Draft,
  honest,
  inSeconds,
  type Occasion,
  restrictionXml,
  type Signing,
  sign,
  statementXml,
  write,
  writeAssertion,
} from './forge.js';
import { newId, otherProvider } from './identity-provider.js';

/** An answer that must be refused: XML, made for an occasion. */
export interface Forgery {
  title: string;
  /** A part of the reason that goes to the log: that this check refused it, and not another by chance. */
  reason: RegExp;
  forge: (occasion: Occasion) => string;
}

/** All forgeries: those without the provider's key, then what the provider's key should not have signed. */
export function forgeries(): Forgery[] {
  return [...wrapped, ...badlySigned, ...tampered, ...untrue, ...shapes];
}

const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** A genuine answer to this request, of somebody else: what an attacker has who may sign in. */
function genuine(occasion: Occasion): string {
  return sign(write(honest(occasion)), { key: occasion.provider.key });
}

function genuineTwice(occasion: Occasion): string {
  return sign(genuine(occasion), { key: occasion.provider.key, element: 'Response' });
}

/** The assertion that an attacker would like to be read. */
function evil(occasion: Occasion, changes: Partial<Draft> = {}): string {
  return writeAssertion({ ...honest(occasion), nameId: 'admin', ...changes });
}

function evilResponse(occasion: Occasion): string {
  return write({ ...honest(occasion), nameId: 'admin' });
}

function assertionIn(xml: string): string {
  return /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0];
}

function signatureIn(xml: string): string {
  return /<ds:Signature [\s\S]*?<\/ds:Signature>/.exec(xml)![0];
}

function idOf(xml: string): string {
  return / ID="([^"]*)"/.exec(xml)![1]!;
}

/** Puts text right behind the first Issuer: where a signature goes. */
function behindIssuer(xml: string, inserted: string): string {
  return xml.replace('</saml:Issuer>', () => `</saml:Issuer>${inserted}`);
}

function withAssertion(xml: string, assertion: string): string {
  return xml.replace(assertionIn(xml), () => assertion);
}

// The numbers are those of the SAML Raider tool, after Somorovsky et al., "On Breaking SAML" (2012).
const wrapped: Forgery[] = [
  {
    title: 'XSW 1: the genuine answer inside the signature of a forged one',
    reason: /exactly one Assertion/,
    forge: (occasion) => {
      const original = genuineTwice(occasion);
      const signature = signatureIn(original);
      const inside = signature.replace('</ds:Signature>', () => `${original.replace(signature, '')}</ds:Signature>`);
      return behindIssuer(evilResponse(occasion), inside);
    },
  },
  {
    title: 'XSW 2: the genuine answer before its detached signature in a forged one',
    reason: /exactly one Assertion/,
    forge: (occasion) => {
      const original = genuineTwice(occasion);
      const signature = signatureIn(original);
      return behindIssuer(evilResponse(occasion), `${original.replace(signature, '')}${signature}`);
    },
  },
  {
    title: 'XSW 3: a forged assertion before the genuine one',
    reason: /exactly one Assertion/,
    forge: (occasion) => {
      const original = genuine(occasion);
      return withAssertion(original, evil(occasion) + assertionIn(original));
    },
  },
  {
    title: 'XSW 4: the genuine assertion inside a forged one',
    reason: /exactly one Assertion/,
    forge: (occasion) => {
      const original = genuine(occasion);
      const inside = assertionIn(original);
      return withAssertion(
        original,
        evil(occasion).replace('</saml:Assertion>', () => `${inside}</saml:Assertion>`),
      );
    },
  },
  {
    title: 'XSW 5: the genuine assertion at the end, its signature in a forged one',
    reason: /exactly one Assertion/,
    forge: (occasion) => {
      const original = genuine(occasion);
      const signature = signatureIn(original);
      const bare = assertionIn(original).replace(signature, '');
      return withAssertion(original, behindIssuer(evil(occasion), signature) + bare);
    },
  },
  {
    title: 'XSW 6: the genuine assertion inside its signature in a forged one',
    reason: /exactly one Assertion/,
    forge: (occasion) => {
      const original = genuine(occasion);
      const signature = signatureIn(original);
      const bare = assertionIn(original).replace(signature, '');
      const inside = signature.replace('</ds:Signature>', () => `${bare}</ds:Signature>`);
      return withAssertion(original, behindIssuer(evil(occasion), inside));
    },
  },
  {
    title: 'XSW 7: a forged assertion of the same id within Extensions',
    reason: /same id/,
    forge: (occasion) => {
      const original = genuine(occasion);
      const forged = evil(occasion, { assertionId: idOf(assertionIn(original)) });
      return behindIssuer(original, `<samlp:Extensions>${forged}</samlp:Extensions>`);
    },
  },
  {
    title: 'XSW 8: the genuine assertion in an Object of the signature in a forged one of the same id',
    reason: /same id/,
    forge: (occasion) => {
      const original = genuine(occasion);
      const signature = signatureIn(original);
      const bare = assertionIn(original).replace(signature, '');
      const object = `<ds:Object>${bare}</ds:Object></ds:Signature>`;
      const forged = evil(occasion, { assertionId: idOf(bare) });
      return withAssertion(
        original,
        behindIssuer(
          forged,
          signature.replace('</ds:Signature>', () => object),
        ),
      );
    },
  },
  {
    title: 'an assertion of another namespace beside the genuine one',
    reason: /exactly one Assertion/,
    forge: (occasion) =>
      genuine(occasion).replace('</samlp:Response>', '<x:Assertion xmlns:x="urn:x" ID="_x"/></samlp:Response>'),
  },
  {
    title: 'the assertion below another element',
    reason: /right below the Response/,
    forge: (occasion) => {
      const original = genuine(occasion);
      return withAssertion(original, `<samlp:Extensions>${assertionIn(original)}</samlp:Extensions>`);
    },
  },
  {
    title: 'an assertion in the Advice of the genuine one',
    reason: /exactly one Assertion/,
    forge: (occasion) =>
      signed(occasion, { statement: `<saml:Advice>${evil(occasion)}</saml:Advice>${honest(occasion).statement}` }),
  },
  {
    title: 'an encrypted assertion instead of one',
    reason: /EncryptedAssertion is not supported/,
    forge: (occasion) => withAssertion(genuine(occasion), '<saml:EncryptedAssertion/>'),
  },
  {
    title: 'an encrypted assertion beside the genuine one',
    reason: /EncryptedAssertion is not supported/,
    forge: (occasion) => genuine(occasion).replace('</samlp:Response>', '<saml:EncryptedAssertion/></samlp:Response>'),
  },
  {
    title: 'two elements of the same id, in other spelling',
    reason: /same id/,
    forge: (occasion) => {
      const original = genuine(occasion);
      return original.replace('<samlp:Status>', () => `<samlp:Status Id="${idOf(assertionIn(original))}">`);
    },
  },
  {
    title: 'unknown parts around the genuine assertion',
    reason: /unusual parts/,
    forge: (occasion) => behindIssuer(genuine(occasion), '<samlp:Extensions/>'),
  },
];

/** Signs a changed answer with the provider's key. */
function signed(occasion: Occasion, changes: Partial<Draft> = {}, signing: Partial<Signing> = {}): string {
  return sign(write({ ...honest(occasion), ...changes }), { key: occasion.provider.key, ...signing });
}

const byAlgorithm = (title: string, signing: Partial<Signing>): Forgery => ({
  title,
  reason: /is not allowed|unusual part/,
  forge: (occasion) => signed(occasion, {}, signing),
});

const badlySigned: Forgery[] = [
  { title: 'no signature', reason: /not signed/, forge: (occasion) => write(honest(occasion)) },
  {
    title: 'a signature of the whole alone',
    reason: /not signed/,
    forge: (occasion) => signed(occasion, {}, { element: 'Response' }),
  },
  {
    title: "another provider's key",
    reason: /library refuses/,
    forge: (occasion) => signed(occasion, {}, { key: otherProvider.key }),
  },
  {
    title: "another provider's key, its certificate inside",
    reason: /library refuses/,
    forge: (occasion) => signed(occasion, {}, otherProvider),
  },
  {
    title: 'a signature of the whole by another key, beside the genuine one',
    reason: /library refuses/,
    forge: (occasion) => sign(genuine(occasion), { key: otherProvider.key, element: 'Response' }),
  },
  byAlgorithm('a signature with SHA-1', { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
  byAlgorithm('a digest with SHA-1', { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
  byAlgorithm('another canonicalization of what is signed', { transforms: [enveloped, c14n] }),
  byAlgorithm('another canonicalization of the signature', { canonicalization: c14n }),
  byAlgorithm('a canonicalization with comments', { transforms: [enveloped, `${exclusive}WithComments`] }),
  byAlgorithm('no canonicalization', { transforms: [enveloped] }),
  byAlgorithm('the transforms in the other order', { transforms: [exclusive, enveloped] }),
  byAlgorithm('three transforms', { transforms: [enveloped, exclusive, exclusive] }),
  {
    title: 'an unknown transform',
    reason: /is not allowed/,
    forge: (occasion) => genuine(occasion).replace(enveloped, 'http://www.w3.org/TR/1999/REC-xslt-19991116'),
  },
  {
    title: 'an elliptic-curve signature, which the library cannot verify',
    reason: /is not allowed/,
    forge: (occasion) => genuine(occasion).replace('#rsa-sha256', '#ecdsa-sha256'),
  },
  {
    title: 'a signature by the certificate as a shared secret',
    reason: /is not allowed/,
    forge: (occasion) => genuine(occasion).replace('#rsa-sha256', '#hmac-sha256'),
  },
  {
    title: 'two signatures of the assertion',
    reason: /2 signatures/,
    forge: (occasion) => {
      const original = genuine(occasion);
      const signature = signatureIn(original);
      return original.replace(signature, () => signature + signature);
    },
  },
  {
    title: 'two references in one signature',
    reason: /unusual part/,
    forge: (occasion) =>
      genuine(occasion).replace(/<ds:Reference [\s\S]*<\/ds:Reference>/, (reference) => reference + reference),
  },
  {
    title: 'a signature of nothing in particular',
    reason: /attribute URI/,
    forge: (occasion) => genuine(occasion).replace(/URI="#[^"]*"/, 'URI=""'),
  },
  {
    title: 'a signature of something else',
    reason: /not of what holds it/,
    forge: (occasion) => {
      const original = genuine(occasion);
      return original.replace(/URI="#[^"]*"/, () => `URI="#${idOf(original)}"`);
    },
  },
  {
    title: 'an empty signature',
    reason: /library refuses/,
    forge: (occasion) => genuine(occasion).replace(/(<ds:SignatureValue>)[^<]*/, '$1'),
  },
  {
    title: 'an Object in the signature',
    reason: /unusual part/,
    forge: (occasion) => genuine(occasion).replace('</ds:Signature>', '<ds:Object/></ds:Signature>'),
  },
  {
    title: 'a part of the signature in another namespace',
    reason: /unusual part/,
    forge: (occasion) =>
      genuine(occasion)
        .replace('<ds:SignedInfo>', '<x:SignedInfo xmlns:x="urn:x">')
        .replace('</ds:SignedInfo>', '</x:SignedInfo>'),
  },
  {
    title: 'a second method below the canonicalization',
    reason: /InclusiveNamespaces alone/,
    forge: (occasion) =>
      genuine(occasion).replace(
        /(<ds:CanonicalizationMethod [^>]*)\/>/,
        '$1><ds:SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#rsa-sha1"/></ds:CanonicalizationMethod>',
      ),
  },
];

const tampered: Forgery[] = [
  {
    title: 'another NameID behind the signature',
    reason: /library refuses/,
    forge: (occasion) => genuine(occasion).replace('ada-1815', 'admin'),
  },
  {
    title: 'another e-mail address behind the signature',
    reason: /library refuses/,
    forge: (occasion) => genuine(occasion).replace('Ada@Idp.test', 'root@idp.test'),
  },
  {
    title: 'a comment in the NameID, which no signature covers',
    reason: /comment/,
    forge: (occasion) => genuine(occasion).replace('ada-1815', 'ada<!-- -->-1815'),
  },
  {
    title: 'a comment in the e-mail address',
    reason: /comment/,
    forge: (occasion) => genuine(occasion).replace('Ada@Idp.test', 'Ada@Idp.test<!---->.evil.test'),
  },
  {
    title: 'a comment anywhere',
    reason: /comment/,
    forge: (occasion) => genuine(occasion).replace('<samlp:Status>', '<!-- --><samlp:Status>'),
  },
  {
    title: 'CDATA in the NameID',
    reason: /CDATA/,
    forge: (occasion) => genuine(occasion).replace('ada-1815', '<![CDATA[ada-1815]]>'),
  },
  {
    title: 'a processing instruction in the NameID',
    reason: /processing instruction/,
    forge: (occasion) => genuine(occasion).replace('ada-1815', 'ada-<?x ?>1815'),
  },
  {
    title: 'a DOCTYPE',
    reason: /DOCTYPE/,
    forge: (occasion) => `<!DOCTYPE samlp:Response>${genuine(occasion)}`,
  },
  {
    title: 'an element in the NameID',
    reason: /text alone/,
    forge: (occasion) => signed(occasion, { nameId: 'ada<x xmlns="urn:x">-1815</x>' }),
  },
];

/** What the provider itself signed though it should not have, or for somebody else. */
const lie = (title: string, reason: RegExp, changes: Partial<Draft>): Forgery => ({
  title,
  reason,
  forge: (occasion) => signed(occasion, changes),
});

const anotherService = 'https://other.test/saml';
const year = 365 * 86_400;

const untrue: Forgery[] = [
  lie('another Issuer of the whole', /Issuer of the Response/, { responseIssuer: otherProvider.entityId }),
  lie('another Issuer of the assertion', /be issued by the provider/, { issuer: otherProvider.entityId }),
  lie('another Destination', /Destination must be/, { destination: `${anotherService}/acs` }),
  lie('an empty Destination', /attribute Destination/, { destination: '' }),
  lie('another Recipient', /be for our address/, { recipient: `${anotherService}/acs` }),
  lie('no Recipient', /attribute Recipient/, { recipient: null }),
  lie('another audience', /be for us alone/, { audience: anotherService }),
  lie('no audience', /be for us alone/, { audience: null }),
  lie('an audience in other spelling', /be for us alone/, { audience: 'HTTPS://DOCS.TEST/saml' }),
  lie('an answer to another request', /InResponseTo must be/, { responseInResponseTo: newId() }),
  lie('an answer to no request', /attribute InResponseTo/, { responseInResponseTo: null }),
  lie('a confirmation for another request', /answer the request/, { inResponseTo: newId() }),
  lie('a confirmation for no request', /attribute InResponseTo/, { inResponseTo: null }),
  lie('an unsolicited answer', /attribute InResponseTo/, { inResponseTo: null, responseInResponseTo: null }),
  lie('conditions that have ended', /be valid now/, { notOnOrAfter: inSeconds(-61) }),
  lie('conditions that have not begun', /be valid now/, { notBefore: inSeconds(90) }),
  lie('a confirmation that has ended', /be confirmed for now/, { confirmedUntil: inSeconds(-61) }),
  lie('a confirmation that has not begun', /be confirmed for now/, { confirmedFrom: inSeconds(90) }),
  lie('an assertion of six minutes ago', /issued in the last minutes/, { issued: inSeconds(-361) }),
  lie('an assertion of tomorrow', /issued in the last minutes/, { issued: inSeconds(86_400) }),
  lie('a life of ten years', /at most 24 hours/, {
    notOnOrAfter: inSeconds(10 * year),
    confirmedUntil: inSeconds(10 * year),
  }),
  lie('conditions of ten years', /at most 24 hours/, { notOnOrAfter: inSeconds(10 * year) }),
  lie('a confirmation of ten years', /at most 24 hours/, { confirmedUntil: inSeconds(10 * year) }),
  lie('conditions since ten years', /at most 24 hours/, { notBefore: inSeconds(-10 * year) }),
  lie('a status other than success', /Status must be/, { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
  lie('another version', /have version 2.0/, { version: '1.1' }),
  lie('another version of the whole', /Version must be/, { responseVersion: '1.1' }),
  lie('a confirmation by other means', /being carried/, { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' }),
  lie('two e-mail addresses', /several e-mail/, { attributes: statementXml(['mail', 'a@idp.test', 'b@idp.test']) }),
  lie('two e-mail addresses by two names', /several e-mail/, {
    attributes: statementXml(['mail', 'a@idp.test'], ['email', 'b@idp.test']),
  }),
  lie('an e-mail address that is none', /address is none/, { attributes: statementXml(['mail', 'ada']) }),
  lie('two addresses in one', /address is none/, { attributes: statementXml(['mail', 'a@idp.test,b@idp.test']) }),
  lie('an e-mail address with a Kelvin sign', /address is none/, {
    attributes: statementXml(['mail', 'ada@\u212adp.test']),
  }),
  lie('an e-mail address with an element', /address is none/, {
    attributes: statementXml(['mail', 'ada@idp.test<x xmlns="urn:x">.evil.test</x>']),
  }),
];

const shapes: Forgery[] = [
  lie('no conditions', /exactly one Conditions/, { conditions: '' }),
  lie('two conditions', /exactly one Conditions/, { conditions: '<saml:Conditions/><saml:Conditions/>' }),
  lie('conditions without a beginning', /attribute NotBefore/, { notBefore: null }),
  lie('conditions without an end', /attribute NotOnOrAfter/, { notOnOrAfter: null }),
  lie('a confirmation without an end', /attribute NotOnOrAfter/, { confirmedUntil: null }),
  lie('restrictions of which one is for others', /be for us alone/, {
    conditions: `<saml:Conditions NotBefore="${inSeconds(-9)}" NotOnOrAfter="${inSeconds(99)}">${restrictionXml('https://docs.test/saml')}${restrictionXml(anotherService)}</saml:Conditions>`,
  }),
  lie('a time without its zone', /no time in UTC/, { notBefore: '2026-01-01T00:00:00' }),
  lie('a time that is none', /no time in UTC/, { notBefore: 'yesterday' }),
  lie('no Issuer of the assertion', /exactly one Issuer/, { issuer: null }),
  lie('an empty NameID', /name a person/, { nameId: '' }),
  lie('a NameID without an end', /name a person/, { nameId: 'a'.repeat(513) }),
  lie('a line break in the NameID', /name a person/, { nameId: 'ada&#10;admin' }),
  lie('no statement that somebody signed in', /exactly one AuthnStatement/, { statement: '' }),
  lie('no status', /unusual parts/, { status: null }),
  {
    title: 'an empty id',
    reason: /is no id/,
    forge: (occasion) => genuine(occasion).replace(/(<saml:Assertion [^>]*) ID="[^"]*"/, '$1 ID=""'),
  },
  {
    title: 'no id',
    reason: /attribute ID/,
    forge: (occasion) => genuine(occasion).replace(/(<saml:Assertion [^>]*) ID="[^"]*"/, '$1'),
  },
  {
    title: 'an id with quotes',
    reason: /is no id/,
    forge: (occasion) => genuine(occasion).replace(/ID="[^"]*"/, `ID="a' or 'b"`),
  },
  {
    title: 'a response of another namespace',
    reason: /root is no Response/,
    forge: (occasion) =>
      genuine(occasion).replace('xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"', 'xmlns:samlp="urn:x"'),
  },
  { title: 'an assertion alone', reason: /root is no Response/, forge: (occasion) => assertionIn(genuine(occasion)) },
  {
    title: 'an answer to a logout',
    reason: /root is no Response/,
    forge: (occasion) => genuine(occasion).replaceAll('samlp:Response', 'samlp:LogoutResponse'),
  },
];
