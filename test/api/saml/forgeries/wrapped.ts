import { genuineDraft } from '../forge.js';
import {
  assertionIn,
  type Forgery,
  forgedAssertion,
  forgedResponse,
  genuine,
  genuineTwice,
  idOf,
  insertAfterIssuer,
  signatureIn,
  signed,
  withAssertion,
} from './forgery.js';

// The numbers (XSW 1 and so on) are those of the SAML Raider tool, after Somorovsky et al., "On Breaking SAML" (2012).

/** Signature wrapping: responses that contain both the genuine, signed part and a forged part at another position. */
export const wrapped: Forgery[] = [
  {
    title: 'XSW 1: the genuine response inside the signature of a forged one',
    reason: /exactly one Assertion/,
    forge: (request) => {
      const original = genuineTwice(request);
      const signature = signatureIn(original);
      const inside = signature.replace('</ds:Signature>', () => `${original.replace(signature, '')}</ds:Signature>`);
      return insertAfterIssuer(forgedResponse(request), inside);
    },
  },
  {
    title: 'XSW 2: the genuine response before its detached signature in a forged one',
    reason: /exactly one Assertion/,
    forge: (request) => {
      const original = genuineTwice(request);
      const signature = signatureIn(original);
      return insertAfterIssuer(forgedResponse(request), `${original.replace(signature, '')}${signature}`);
    },
  },
  {
    title: 'XSW 3: a forged assertion before the genuine one',
    reason: /exactly one Assertion/,
    forge: (request) => {
      const original = genuine(request);
      return withAssertion(original, forgedAssertion(request) + assertionIn(original));
    },
  },
  {
    title: 'XSW 4: the genuine assertion inside a forged one',
    reason: /exactly one Assertion/,
    forge: (request) => {
      const original = genuine(request);
      const inside = assertionIn(original);
      return withAssertion(
        original,
        forgedAssertion(request).replace('</saml:Assertion>', () => `${inside}</saml:Assertion>`),
      );
    },
  },
  {
    title: 'XSW 5: the genuine assertion at the end, its signature in a forged one',
    reason: /exactly one Assertion/,
    forge: (request) => {
      const original = genuine(request);
      const signature = signatureIn(original);
      const bare = assertionIn(original).replace(signature, '');
      return withAssertion(original, insertAfterIssuer(forgedAssertion(request), signature) + bare);
    },
  },
  {
    title: 'XSW 6: the genuine assertion inside its signature in a forged one',
    reason: /exactly one Assertion/,
    forge: (request) => {
      const original = genuine(request);
      const signature = signatureIn(original);
      const bare = assertionIn(original).replace(signature, '');
      const inside = signature.replace('</ds:Signature>', () => `${bare}</ds:Signature>`);
      return withAssertion(original, insertAfterIssuer(forgedAssertion(request), inside));
    },
  },
  {
    title: 'XSW 7: a forged assertion of the same id within Extensions',
    reason: /same id/,
    forge: (request) => {
      const original = genuine(request);
      const forged = forgedAssertion(request, { assertionId: idOf(assertionIn(original)) });
      return insertAfterIssuer(original, `<samlp:Extensions>${forged}</samlp:Extensions>`);
    },
  },
  {
    title: 'XSW 8: the genuine assertion in an Object of the signature in a forged one of the same id',
    reason: /same id/,
    forge: (request) => {
      const original = genuine(request);
      const signature = signatureIn(original);
      const bare = assertionIn(original).replace(signature, '');
      const object = `<ds:Object>${bare}</ds:Object></ds:Signature>`;
      const forged = forgedAssertion(request, { assertionId: idOf(bare) });
      return withAssertion(
        original,
        insertAfterIssuer(
          forged,
          signature.replace('</ds:Signature>', () => object),
        ),
      );
    },
  },
  {
    title: 'an assertion of another namespace next to the genuine one',
    reason: /exactly one Assertion/,
    forge: (request) =>
      genuine(request).replace('</samlp:Response>', '<x:Assertion xmlns:x="urn:x" ID="_x"/></samlp:Response>'),
  },
  {
    title: 'the assertion below another element',
    reason: /right below the Response/,
    forge: (request) => {
      const original = genuine(request);
      return withAssertion(original, `<samlp:Extensions>${assertionIn(original)}</samlp:Extensions>`);
    },
  },
  {
    title: 'an assertion in the Advice of the genuine one',
    reason: /exactly one Assertion/,
    forge: (request) =>
      signed(request, {
        statement: `<saml:Advice>${forgedAssertion(request)}</saml:Advice>${genuineDraft(request).statement}`,
      }),
  },
  {
    title: 'an encrypted assertion instead of the genuine one',
    reason: /EncryptedAssertion is not supported/,
    forge: (request) => withAssertion(genuine(request), '<saml:EncryptedAssertion/>'),
  },
  {
    title: 'an encrypted assertion next to the genuine one',
    reason: /EncryptedAssertion is not supported/,
    forge: (request) => genuine(request).replace('</samlp:Response>', '<saml:EncryptedAssertion/></samlp:Response>'),
  },
  {
    title: 'two elements with the same id, one in an attribute `Id`',
    reason: /same id/,
    forge: (request) => {
      const original = genuine(request);
      return original.replace('<samlp:Status>', () => `<samlp:Status Id="${idOf(assertionIn(original))}">`);
    },
  },
  {
    title: 'an assertion of another namespace instead of the genuine one',
    reason: /unusual parts/,
    forge: (request) => withAssertion(genuine(request), '<x:Assertion xmlns:x="urn:x" ID="_x"/>'),
  },
  {
    title: 'unknown parts around the genuine assertion',
    reason: /unusual parts/,
    forge: (request) => insertAfterIssuer(genuine(request), '<samlp:Extensions/>'),
  },
];
