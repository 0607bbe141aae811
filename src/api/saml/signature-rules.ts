import { attributeOf, childElements, elementText, isNamed } from './elements.js';
import { refused } from './refusals.js';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Algorithms that a signature may use: no SHA-1, and no canonicalization that depends on the surrounding XML. */
const allowed = {
  signature: ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'],
  digest: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
};

/**
 * Checks the shape of the only signature directly below an element, before any code computes with it. It must be a
 * signature of that element alone, with allowed algorithms. This function does not verify the signature.
 * @returns whether there is a signature
 * @throws FORBIDDEN
 */
export function checkSignature(signed: Element): boolean {
  const [signature, ...otherSignatures] = childElements(signed).filter(({ localName }) => localName === 'Signature');
  if (!signature) return false;
  if (otherSignatures.length > 0) throw refused(`${signed.localName} has ${otherSignatures.length + 1} signatures`);
  const [signedInfo, value] = childrenOfShape(signature, /^Signature SignedInfo SignatureValue( KeyInfo)?$/);
  const [canonicalization, method, reference] = childrenOfShape(
    signedInfo!,
    /^SignedInfo CanonicalizationMethod SignatureMethod Reference$/,
  );
  checkAlgorithm(canonicalization!, [exclusive]);
  checkPrefixes(canonicalization!);
  checkAlgorithm(method!, allowed.signature);
  childrenOfShape(method!, /^SignatureMethod$/);
  elementText(value!);
  checkReference(reference!, attributeOf(signed, 'ID'));
  return true;
}

function checkReference(reference: Element, id: string): void {
  const uri = attributeOf(reference, 'URI');
  if (uri !== `#${id}`)
    throw refused(`The signature is of ${JSON.stringify(uri)}, not of the element that contains it`);
  const [transforms, method, value] = childrenOfShape(reference, /^Reference Transforms DigestMethod DigestValue$/);
  const [first, second] = childrenOfShape(transforms!, /^Transforms Transform Transform$/);
  checkAlgorithm(first!, [enveloped]);
  childrenOfShape(first!, /^Transform$/);
  checkAlgorithm(second!, [exclusive]);
  checkPrefixes(second!);
  checkAlgorithm(method!, allowed.digest);
  childrenOfShape(method!, /^DigestMethod$/);
  elementText(value!);
}

/**
 * Returns the children of a part of a signature. The names of the part and its children, joined by spaces, must match
 * the pattern `names`.
 */
function childrenOfShape(part: Element, names: RegExp): Element[] {
  const children = childElements(part);
  const isSound = [part, ...children].every((element) => isNamed(element, 'signature', element.localName));
  const found = [part, ...children].map(({ localName }) => localName).join(' ');
  if (!isSound || !names.test(found)) throw refused(`The signature has an unusual part: ${found.slice(0, 200)}`);
  return children;
}

function checkAlgorithm(part: Element, algorithms: readonly string[]): void {
  const algorithm = attributeOf(part, 'Algorithm');
  if (!algorithms.includes(algorithm)) throw refused(`${part.localName} ${JSON.stringify(algorithm)} is not allowed`);
}

/** Checks that the parameters of exclusive canonicalization contain at most a list of prefixes. */
function checkPrefixes(part: Element): void {
  const children = childElements(part);
  const known = ({ localName, namespaceURI }: Element) =>
    localName === 'InclusiveNamespaces' && namespaceURI === exclusive;
  if (children.length > 1 || !children.every((child) => known(child) && childElements(child).length === 0)) {
    throw refused(`${part.localName} may contain only InclusiveNamespaces`);
  }
}
