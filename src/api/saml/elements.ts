import { DOMParser } from '@xmldom/xmldom';
import { refused } from './refusals.js';

/** Namespaces of SAML responses and metadata. */
export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

/** Key of one of these namespaces. */
export type Namespace = keyof typeof namespaces;

/**
 * Parses XML. Warnings of the parser count as errors.
 * @throws Error of the parser
 */
export function parseXml(xml: string): Element {
  const fail = (message: string): never => {
    throw new Error(message);
  };
  const errorHandler = { warning: fail, error: fail, fatalError: fail };
  const { documentElement } = new DOMParser({ errorHandler }).parseFromString(xml, 'text/xml');
  return documentElement ?? fail('The document has no element');
}

/** Returns the child elements of an element, in order. */
export function childElements(parent: Element): Element[] {
  return [...nodesBelow(parent)].filter((node): node is Element => node.nodeType === elementNode);
}

/** Reports whether an element has the given namespace and local name. */
export function isNamed(element: Element, namespace: Namespace, name: string): boolean {
  return element.localName === name && element.namespaceURI === namespaces[namespace];
}

/** Returns the child elements with this name in SAML's assertion namespace. */
export function assertionChildren(parent: Element, name: string): Element[] {
  return childElements(parent).filter((child) => isNamed(child, 'assertion', name));
}

/**
 * Returns the only child element with this name.
 * @throws FORBIDDEN if there is none, or if there are several
 */
export function onlyChild(parent: Element, name: string): Element {
  const [part, ...otherParts] = assertionChildren(parent, name);
  if (!part || otherParts.length > 0) throw refused(`${parent.localName} must have exactly one ${name}`);
  return part;
}

/**
 * Returns the whole text of an element without surrounding white space.
 * @throws FORBIDDEN if it contains anything except text
 */
export function elementText(element: Element): string {
  const nodes = [...nodesBelow(element)];
  if (nodes.some(({ nodeType }) => nodeType !== textNode)) throw refused(`${element.localName} must contain only text`);
  return nodes
    .map(({ nodeValue }) => nodeValue ?? '')
    .join('')
    .trim();
}

/**
 * Returns the value of an attribute without namespace.
 * @throws FORBIDDEN if it is missing or empty
 */
export function attributeOf(element: Element, name: string): string {
  const value = element.getAttribute(name);
  if (!value) throw refused(`${element.localName} must have the attribute ${name}`);
  return value;
}

const elementNode = 1;
const textNode = 3;

function* nodesBelow(parent: Element): Generator<Node> {
  for (let node = parent.firstChild; node; node = node.nextSibling) yield node;
}
