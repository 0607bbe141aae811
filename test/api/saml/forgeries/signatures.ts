import { genuineDraft, responseXml, type SignatureOptions, sign } from '../forge.js';
import { otherProvider } from '../identity-provider.js';
import { type Forgery, genuine, idOf, signatureIn, signed } from './forgery.js';

const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

const byAlgorithm = (title: string, signing: Partial<SignatureOptions>): Forgery => ({
  title,
  reason: /is not allowed|unusual part/,
  forge: (request) => signed(request, {}, signing),
});

/**
 * Responses without a signature at the required position, with a signature by another key, or with a weak signature.
 */
export const badlySigned: Forgery[] = [
  { title: 'no signature', reason: /not signed/, forge: (request) => responseXml(genuineDraft(request)) },
  {
    title: 'a signature of the Response but not of the assertion',
    reason: /not signed/,
    forge: (request) => signed(request, {}, { element: 'Response' }),
  },
  {
    title: "another provider's key",
    reason: /library refuses/,
    forge: (request) => signed(request, {}, { key: otherProvider.key }),
  },
  {
    title: "another provider's key, with its certificate included",
    reason: /library refuses/,
    forge: (request) => signed(request, {}, otherProvider),
  },
  {
    title: 'a signature of the Response by another key, next to the genuine one',
    reason: /library refuses/,
    forge: (request) => sign(genuine(request), { key: otherProvider.key, element: 'Response' }),
  },
  byAlgorithm('a signature with SHA-1', { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
  byAlgorithm('a digest with SHA-1', { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
  byAlgorithm('another canonicalization of the signed element', { transforms: [enveloped, c14n] }),
  byAlgorithm('another canonicalization of the signature', { canonicalization: c14n }),
  byAlgorithm('a canonicalization with comments', { transforms: [enveloped, `${exclusive}WithComments`] }),
  byAlgorithm('no canonicalization', { transforms: [enveloped] }),
  byAlgorithm('the transforms in the other order', { transforms: [exclusive, enveloped] }),
  byAlgorithm('three transforms', { transforms: [enveloped, exclusive, exclusive] }),
  {
    title: 'an unknown transform',
    reason: /is not allowed/,
    forge: (request) => genuine(request).replace(enveloped, 'http://www.w3.org/TR/1999/REC-xslt-19991116'),
  },
  {
    title: 'an elliptic-curve signature, which the library cannot verify',
    reason: /is not allowed/,
    forge: (request) => genuine(request).replace('#rsa-sha256', '#ecdsa-sha256'),
  },
  {
    title: 'an HMAC with the certificate as its secret',
    reason: /is not allowed/,
    forge: (request) => genuine(request).replace('#rsa-sha256', '#hmac-sha256'),
  },
  {
    title: 'two signatures of the assertion',
    reason: /2 signatures/,
    forge: (request) => {
      const original = genuine(request);
      const signature = signatureIn(original);
      return original.replace(signature, () => signature + signature);
    },
  },
  {
    title: 'two references in one signature',
    reason: /unusual part/,
    forge: (request) =>
      genuine(request).replace(/<ds:Reference [\s\S]*<\/ds:Reference>/, (reference) => reference + reference),
  },
  {
    title: 'a signature that names no element',
    reason: /attribute URI/,
    forge: (request) => genuine(request).replace(/URI="#[^"]*"/, 'URI=""'),
  },
  {
    title: 'a signature of another element',
    reason: /not of the element that contains it/,
    forge: (request) => {
      const original = genuine(request);
      return original.replace(/URI="#[^"]*"/, () => `URI="#${idOf(original)}"`);
    },
  },
  {
    title: 'an empty signature',
    reason: /library refuses/,
    forge: (request) => genuine(request).replace(/(<ds:SignatureValue>)[^<]*/, '$1'),
  },
  {
    title: 'an Object in the signature',
    reason: /unusual part/,
    forge: (request) => genuine(request).replace('</ds:Signature>', '<ds:Object/></ds:Signature>'),
  },
  {
    title: 'a part of the signature in another namespace',
    reason: /unusual part/,
    forge: (request) =>
      genuine(request)
        .replace('<ds:SignedInfo>', '<x:SignedInfo xmlns:x="urn:x">')
        .replace('</ds:SignedInfo>', '</x:SignedInfo>'),
  },
  {
    title: 'an HMAC length in the method of the signature',
    reason: /unusual part/,
    forge: (request) =>
      genuine(request).replace(
        /(<ds:SignatureMethod [^>]*)\/>/,
        '$1><ds:HMACOutputLength>0</ds:HMACOutputLength></ds:SignatureMethod>',
      ),
  },
  {
    title: 'an element in the method of the digest',
    reason: /unusual part/,
    forge: (request) =>
      genuine(request).replace(/(<ds:DigestMethod [^>]*)\/>/, '$1><ds:DigestMethod/></ds:DigestMethod>'),
  },
  {
    title: 'a path in the enveloped transform',
    reason: /unusual part/,
    forge: (request) =>
      genuine(request).replace(/(<ds:Transform [^>]*)\/>/, '$1><ds:XPath>self::*</ds:XPath></ds:Transform>'),
  },
  {
    title: 'a path in the canonicalizing transform',
    reason: /only InclusiveNamespaces/,
    forge: (request) =>
      genuine(request).replace(
        /(<ds:Transform [^>]*exc-c14n[^>]*)\/>/,
        '$1><ds:XPath>self::*</ds:XPath></ds:Transform>',
      ),
  },
  {
    title: 'an element in the value of the signature',
    reason: /only text/,
    forge: (request) => genuine(request).replace('</ds:SignatureValue>', '<ds:Object/></ds:SignatureValue>'),
  },
  {
    title: 'an element in the value of the digest',
    reason: /only text/,
    forge: (request) => genuine(request).replace('</ds:DigestValue>', '<ds:Object/></ds:DigestValue>'),
  },
  {
    title: 'a second method below the canonicalization',
    reason: /only InclusiveNamespaces/,
    forge: (request) =>
      genuine(request).replace(
        /(<ds:CanonicalizationMethod [^>]*)\/>/,
        '$1><ds:SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#rsa-sha1"/></ds:CanonicalizationMethod>',
      ),
  },
];
