import {
  type Draft,
  genuineDraft,
  responseXml,
  type SignatureOptions,
  type SignInRequest,
  sign,
  writeAssertion,
} from '../forge.js';

/** A response that must be refused. `forge` returns its XML. */
export interface Forgery {
  title: string;
  /** Matches the logged reason, so that the test fails if another check refuses the forgery. */
  reason: RegExp;
  forge: (request: SignInRequest) => string;
}

/**
 * Returns a genuine response to this request for another person. An attacker with an account can get such a response.
 */
export function genuine(request: SignInRequest): string {
  return sign(responseXml(genuineDraft(request)), { key: request.provider.key });
}

/** Returns the response of `genuine` with a second signature, which covers the whole Response element. */
export function genuineTwice(request: SignInRequest): string {
  return sign(genuine(request), { key: request.provider.key, element: 'Response' });
}

/** Returns the assertion that an attacker wants to be read. */
export function forgedAssertion(request: SignInRequest, changes: Partial<Draft> = {}): string {
  return writeAssertion({ ...genuineDraft(request), nameId: 'admin', ...changes });
}

/** Returns an unsigned response with an assertion for the user `admin`. */
export function forgedResponse(request: SignInRequest): string {
  return responseXml({ ...genuineDraft(request), nameId: 'admin' });
}

/** Returns the assertion of a response. */
export function assertionIn(xml: string): string {
  return /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0];
}

/** Returns the first signature of a response. */
export function signatureIn(xml: string): string {
  return /<ds:Signature [\s\S]*?<\/ds:Signature>/.exec(xml)![0];
}

/** Returns the first id in the XML. */
export function idOf(xml: string): string {
  return / ID="([^"]*)"/.exec(xml)![1]!;
}

/** Inserts text after the first Issuer, where a signature belongs. */
export function insertAfterIssuer(xml: string, inserted: string): string {
  return xml.replace('</saml:Issuer>', () => `</saml:Issuer>${inserted}`);
}

/** Returns a response with its assertion replaced. */
export function withAssertion(xml: string, assertion: string): string {
  return xml.replace(assertionIn(xml), () => assertion);
}

/** Returns a response with changes, signed with the provider's key. */
export function signed(
  request: SignInRequest,
  changes: Partial<Draft> = {},
  signing: Partial<SignatureOptions> = {},
): string {
  return sign(responseXml({ ...genuineDraft(request), ...changes }), { key: request.provider.key, ...signing });
}
