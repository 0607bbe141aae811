import { attributeOf, childElements, elementText, isNamed, namespaces } from './elements.js';
import { refused } from './refusals.js';

/** Values that a SAML response must match. */
export interface Expected {
  /** Entity id of the provider that received the request. */
  issuer: string;
  /** Address that the response was posted to. */
  acsUrl: string;
  /** Entity id of this instance. */
  audience: string;
  /** Id of the request that the response must refer to (`InResponseTo`). */
  requestId: string;
}

/**
 * Checks the parts around the assertion: the response belongs to our request, comes from the provider, is for our URL
 * and reports success. These parts are signed only if the provider signs the whole response. The assertion repeats
 * them.
 * @throws FORBIDDEN
 */
export function checkResponse(response: Element, { issuer, acsUrl, requestId }: Expected): void {
  checkParts(response);
  expectEqual('Version', attributeOf(response, 'Version'), '2.0');
  expectEqual('InResponseTo', attributeOf(response, 'InResponseTo'), requestId);
  if (response.hasAttribute('Destination')) expectEqual('Destination', attributeOf(response, 'Destination'), acsUrl);
  for (const part of childElements(response)) {
    if (part.localName === 'Issuer') expectEqual('Issuer of the Response', elementText(part), issuer);
    if (part.localName === 'Status') expectEqual('Status', attributeOf(statusCodeOf(part), 'Value'), success);
  }
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

const namespaceByElement = new Map<string, string>([
  ['Issuer', namespaces.assertion],
  ['Signature', namespaces.signature],
  ['Status', namespaces.protocol],
  ['Assertion', namespaces.assertion],
]);

/**
 * Checks that the parts and their order match the XML schema. Refuses extensions, because they may contain anything.
 */
function checkParts(response: Element): void {
  const parts = childElements(response);
  const found = parts.map(({ localName }) => localName).join(' ');
  const isSound = parts.every(({ localName, namespaceURI }) => namespaceByElement.get(localName) === namespaceURI);
  if (!isSound || !/^(Issuer )?(Signature )?Status Assertion$/.test(found)) {
    throw refused(`The Response has unusual parts: ${found.slice(0, 200)}`);
  }
}

function statusCodeOf(status: Element): Element {
  const [code, ...otherCodes] = childElements(status).filter((part) => isNamed(part, 'protocol', 'StatusCode'));
  if (!code || otherCodes.length > 0) throw refused('Status must have exactly one StatusCode');
  return code;
}

function expectEqual(what: string, actual: string, expected: string): void {
  if (actual !== expected) throw refused(`${what} must be ${JSON.stringify(expected)} (got ${JSON.stringify(actual)})`);
}
