import { isDeepStrictEqual } from 'node:util';
import { emailAddressIn, onOneLine } from '../sign-in/person-values.js';
import type { Attribute, Claims } from './claims.js';
import { refused } from './refusals.js';

/** Attribute names that may hold the e-mail address, lower-cased. */
const emailNames = [
  'mail',
  'email',
  'emailaddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
];

/** Attribute names that may hold the display name, in order of preference, lower-cased. */
const displayNames = [
  'displayname',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'cn',
  'urn:oid:2.5.4.3',
  'name',
];

const givenNames = [
  'givenname',
  'firstname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  'urn:oid:2.5.4.42',
];
const surnames = [
  'sn',
  'surname',
  'lastname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  'urn:oid:2.5.4.4',
];

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/**
 * Returns the only e-mail address of an assertion, in lower case: from an attribute, otherwise from a NameID that is an
 * address. Returns null if there is none.
 * @throws FORBIDDEN if there are several, or if a value that must be an address is invalid
 */
export function emailOf({ attributes, nameId, nameIdFormat }: Claims): string | null {
  const values = attributes.filter(isOneOf(emailNames)).flatMap((attribute) => attribute.values);
  if (values.length === 0) return nameIdFormat === emailFormat ? checkedAddress(nameId) : emailAddressIn(nameId);
  const [email, ...otherEmails] = new Set(values.map(checkedAddress));
  if (otherEmails.length > 0) throw refused('The assertion names several e-mail addresses');
  return email!;
}

/** Returns the provider's name for a person, on one line and with at most 255 characters; null if there is none. */
export function displayNameOf({ attributes }: Claims): string | null {
  const inParts = `${firstValue(attributes, givenNames)} ${firstValue(attributes, surnames)}`;
  return firstValue(attributes, displayNames) || onOneLine(inParts) || null;
}

/**
 * Returns the groups of a person: the values of the attribute with exactly this name. Without the attribute the person
 * has no groups, because providers omit attributes without a value.
 *
 * As for e-mail addresses, the attribute may occur twice only if both have the same values. Otherwise a second
 * attribute, filled by a careless provider with data that the person entered, could add groups.
 *
 * @throws FORBIDDEN for attributes that differ, for a value that contains elements, and for a link instead of groups
 */
export function groupsOf({ attributes }: Claims, attribute: string): string[] {
  const [first = [], ...others] = attributes.filter(({ name }) => name === attribute).map(distinctGroups);
  if (others.some((groups) => !isDeepStrictEqual(groups, first)))
    throw refused('The assertion has several attributes of groups, and they disagree');
  if (first.length === 0 && attributes.some(({ name }) => name === groupsLink))
    throw refused('The assertion has a link instead of its groups: the provider must send fewer groups');
  return first;
}

/** Attribute that Microsoft Entra ID sends instead of the groups of a person with more than 150 groups. */
const groupsLink = 'http://schemas.microsoft.com/claims/groups.link';

function distinctGroups({ values }: Attribute): string[] {
  if (values.includes(null)) throw refused('The assertion has a group that contains elements');
  return [...new Set(values as string[])].filter((group) => group !== '').sort();
}

function checkedAddress(value: string | null): string {
  const address = value === null ? null : emailAddressIn(value);
  if (address === null) throw refused('The assertion has an e-mail address that is not valid');
  return address;
}

function isOneOf(names: readonly string[]) {
  return ({ name }: Attribute): boolean => names.includes(name.toLowerCase());
}

/** Returns the value of the first of these attributes that has one; empty if none has. */
function firstValue(attributes: Attribute[], names: readonly string[]): string {
  const values = names.flatMap((name) => attributes.filter(isOneOf([name])).flatMap((attribute) => attribute.values));
  return values.map((value) => onOneLine(value ?? '')).find((text) => text !== '') ?? '';
}
