import { type Draft, honest, type Occasion, type Signing, sign, write, writeAssertion } from '../forge.js';

/** An answer that must be refused: XML, made for an occasion. */
export interface Forgery {
  title: string;
  /** A part of the reason that goes to the log: that this check refused it, and not another by chance. */
  reason: RegExp;
  forge: (occasion: Occasion) => string;
}

/** A genuine answer to this request, of somebody else: what an attacker has who may sign in. */
export function genuine(occasion: Occasion): string {
  return sign(write(honest(occasion)), { key: occasion.provider.key });
}

/** The same, signed as a whole too. */
export function genuineTwice(occasion: Occasion): string {
  return sign(genuine(occasion), { key: occasion.provider.key, element: 'Response' });
}

/** The assertion that an attacker would like to be read. */
export function evil(occasion: Occasion, changes: Partial<Draft> = {}): string {
  return writeAssertion({ ...honest(occasion), nameId: 'admin', ...changes });
}

/** A whole answer around it, unsigned. */
export function evilResponse(occasion: Occasion): string {
  return write({ ...honest(occasion), nameId: 'admin' });
}

/** The assertion of an answer. */
export function assertionIn(xml: string): string {
  return /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0];
}

/** The first signature of an answer. */
export function signatureIn(xml: string): string {
  return /<ds:Signature [\s\S]*?<\/ds:Signature>/.exec(xml)![0];
}

/** The first id. */
export function idOf(xml: string): string {
  return / ID="([^"]*)"/.exec(xml)![1]!;
}

/** Puts text right behind the first Issuer: where a signature goes. */
export function behindIssuer(xml: string, inserted: string): string {
  return xml.replace('</saml:Issuer>', () => `</saml:Issuer>${inserted}`);
}

/** An answer with another assertion in place of its own. */
export function withAssertion(xml: string, assertion: string): string {
  return xml.replace(assertionIn(xml), () => assertion);
}

/** Signs a changed answer with the provider's key. */
export function signed(occasion: Occasion, changes: Partial<Draft> = {}, signing: Partial<Signing> = {}): string {
  return sign(write({ ...honest(occasion), ...changes }), { key: occasion.provider.key, ...signing });
}
