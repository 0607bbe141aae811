import { attributeOf, childElements, isNamed, namespaces, textOf } from './elements.js';
import { refused } from './refusals.js';

/** What an answer is held against. */
export interface Expected {
  /** Entity id of the provider that was asked. */
  issuer: string;
  /** Address that the answer was posted to. */
  acsUrl: string;
  /** Entity id of this instance. */
  audience: string;
  /** Id of the request that was made. */
  requestId: string;
}

/**
 * Checks what is around the assertion: that it answers our request, comes from the provider, was meant for our address
 * and reports success. It is signed only where the provider signs the whole; the assertion says the same once more.
 * @throws FORBIDDEN
 */
export function checkResponse(response: Element, { issuer, acsUrl, requestId }: Expected): void {
  checkParts(response);
  expectEqual('Version', attributeOf(response, 'Version'), '2.0');
  expectEqual('InResponseTo', attributeOf(response, 'InResponseTo'), requestId);
  if (response.hasAttribute('Destination')) expectEqual('Destination', attributeOf(response, 'Destination'), acsUrl);
  for (const part of childElements(response)) {
    if (part.localName === 'Issuer') expectEqual('Issuer of the Response', textOf(part), issuer);
    if (part.localName === 'Status') expectEqual('Status', attributeOf(statusCodeOf(part), 'Value'), success);
  }
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

const spaceOf = new Map<string, string>([
  ['Issuer', namespaces.assertion],
  ['Signature', namespaces.signature],
  ['Status', namespaces.protocol],
  ['Assertion', namespaces.assertion],
]);

/** In the order of the schema, Extensions left out: they may hold anything. */
function checkParts(response: Element): void {
  const parts = childElements(response);
  const found = parts.map(({ localName }) => localName).join(' ');
  const isSound = parts.every(({ localName, namespaceURI }) => spaceOf.get(localName) === namespaceURI);
  if (!isSound || !/^(Issuer )?(Signature )?Status Assertion$/.test(found)) {
    throw refused(`The Response has unusual parts: ${found.slice(0, 200)}`);
  }
}

function statusCodeOf(status: Element): Element {
  const [code, ...others] = childElements(status).filter((part) => isNamed(part, 'protocol', 'StatusCode'));
  if (!code || others.length > 0) throw refused('Status must have exactly one StatusCode');
  return code;
}

function expectEqual(what: string, actual: string, expected: string): void {
  if (actual !== expected) throw refused(`${what} must be ${JSON.stringify(expected)} (got ${JSON.stringify(actual)})`);
}
