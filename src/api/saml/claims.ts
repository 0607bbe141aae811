import { assertionChildren, attributeOf, childElements, elementText, onlyChild } from './elements.js';
import { refused } from './refusals.js';
import type { Window } from './time-limits.js';

/** An attribute of a person. A value that contains elements is null. */
export interface Attribute {
  name: string;
  values: (string | null)[];
}

/** Content of a SAML assertion, unchanged. */
export interface Claims {
  id: string;
  version: string;
  issued: Date;
  issuer: string;
  nameId: string;
  /** Format URI of the NameID; empty if the assertion has none. */
  nameIdFormat: string;
  confirmation: Window & { method: string; recipient: string; inResponseTo: string };
  conditions: Window;
  /** The allowed audiences of each audience restriction. */
  audiences: string[][];
  attributes: Attribute[];
}

/**
 * Reads an assertion.
 * @throws FORBIDDEN if a part is missing, occurs twice, or has unexpected content
 */
export function readClaims(assertion: Element): Claims {
  const subject = onlyChild(assertion, 'Subject');
  const nameId = onlyChild(subject, 'NameID');
  const conditions = onlyChild(assertion, 'Conditions');
  // An assertion without an AuthnStatement cannot be used to sign in (SAML profiles 4.1.4.2).
  onlyChild(assertion, 'AuthnStatement');
  return {
    id: attributeOf(assertion, 'ID'),
    version: attributeOf(assertion, 'Version'),
    issued: readTime(assertion, 'IssueInstant'),
    issuer: elementText(onlyChild(assertion, 'Issuer')),
    nameId: elementText(nameId),
    nameIdFormat: nameId.getAttribute('Format') ?? '',
    confirmation: confirmationOf(onlyChild(subject, 'SubjectConfirmation')),
    conditions: { from: readTime(conditions, 'NotBefore'), until: readTime(conditions, 'NotOnOrAfter') },
    audiences: assertionChildren(conditions, 'AudienceRestriction').map((part) =>
      assertionChildren(part, 'Audience').map(elementText),
    ),
    attributes: assertionChildren(assertion, 'AttributeStatement').flatMap((part) =>
      assertionChildren(part, 'Attribute').map(readAttribute),
    ),
  };
}

function confirmationOf(confirmation: Element): Claims['confirmation'] {
  const data = onlyChild(confirmation, 'SubjectConfirmationData');
  return {
    method: attributeOf(confirmation, 'Method'),
    recipient: attributeOf(data, 'Recipient'),
    inResponseTo: attributeOf(data, 'InResponseTo'),
    from: data.hasAttribute('NotBefore') ? readTime(data, 'NotBefore') : null,
    until: readTime(data, 'NotOnOrAfter'),
  };
}

function readAttribute(attribute: Element): Attribute {
  const values = assertionChildren(attribute, 'AttributeValue').map((value) =>
    childElements(value).length === 0 ? elementText(value) : null,
  );
  return { name: attributeOf(attribute, 'Name'), values };
}

/** Reads a time, which is in UTC (SAML core 1.3.3). Without a `Z`, it would be read as local time. */
function readTime(element: Element, name: string): Date {
  const text = attributeOf(element, name);
  const time = new Date(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) && !Number.isNaN(time.getTime());
  if (!isTime) throw refused(`${name} ${JSON.stringify(text)} is not a time in UTC`);
  return time;
}
