import { type Draft, honest, type Occasion, type Signing, sign, write, writeAssertion } from '../forge.js';

/** A response that must be refused. `forge` returns its XML. */
export interface Forgery {
  title: string;
  /** Matches the logged reason, so that no other check refuses the forgery by chance. */
  reason: RegExp;
  forge: (occasion: Occasion) => string;
}

/** Returns a genuine response to this request for another person, as an attacker with an account has it. */
export function genuine(occasion: Occasion): string {
  return sign(write(honest(occasion)), { key: occasion.provider.key });
}

/** Returns the same response with a second signature, of the whole Response. */
export function genuineTwice(occasion: Occasion): string {
  return sign(genuine(occasion), { key: occasion.provider.key, element: 'Response' });
}

/** Returns the assertion that an attacker wants to be read. */
export function evil(occasion: Occasion, changes: Partial<Draft> = {}): string {
  return writeAssertion({ ...honest(occasion), nameId: 'admin', ...changes });
}

/** Returns an unsigned response with that assertion. */
export function evilResponse(occasion: Occasion): string {
  return write({ ...honest(occasion), nameId: 'admin' });
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
export function behindIssuer(xml: string, inserted: string): string {
  return xml.replace('</saml:Issuer>', () => `</saml:Issuer>${inserted}`);
}

/** Returns a response with its assertion replaced. */
export function withAssertion(xml: string, assertion: string): string {
  return xml.replace(assertionIn(xml), () => assertion);
}

/** Returns a response with changes, signed with the provider's key. */
export function signed(occasion: Occasion, changes: Partial<Draft> = {}, signing: Partial<Signing> = {}): string {
  return sign(write({ ...honest(occasion), ...changes }), { key: occasion.provider.key, ...signing });
}
