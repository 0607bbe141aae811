import { describe, expect, it } from 'vitest';
import type { Claims } from '../../../src/api/saml/claims.js';
import { displayNameOf, emailOf, groupsOf } from '../../../src/api/saml/person.js';

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/** Returns the claims of an assertion with these attributes. */
function claims(attributes: Record<string, string[]>, nameId = 'ada-1815', nameIdFormat = ''): Claims {
  const list = Object.entries(attributes).map(([name, values]) => ({ name, values }));
  return { attributes: list, nameId, nameIdFormat } as Claims;
}

describe('the e-mail address of a person', () => {
  const names = [
    'mail',
    'email',
    'Email',
    'emailAddress',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
  ];
  it.each(names)('is the attribute %s, in lower case', (name) => {
    expect(emailOf(claims({ [name]: ['Ada@Example.ORG'] }, 'other@example.org'))).toBe('ada@example.org');
  });

  it('may occur several times if it is always the same', () => {
    expect(emailOf(claims({ mail: ['ada@a.test', 'ADA@a.test'], email: ['Ada@a.test'] }))).toBe('ada@a.test');
  });

  it('is otherwise the NameID, if its format or its text is an address', () => {
    expect(emailOf(claims({}, 'Ada@a.test', emailFormat))).toBe('ada@a.test');
    expect(emailOf(claims({}, 'Ada@a.test'))).toBe('ada@a.test');
  });

  it('is null if there is none', () => expect(emailOf(claims({ uid: ['ada@a.test'] }))).toBeNull());

  it('is refused if the format of the NameID is an address and its text is not', () => {
    expect(() => emailOf(claims({}, 'ada', emailFormat))).toThrow('The sign-in was refused');
  });

  const broken = [
    '',
    'ada',
    '@a.test',
    'ada@',
    'a@b@c.test',
    'ada@a.test ',
    'a da@a.test',
    'ada@a..test',
    `${'a'.repeat(65)}@a.test`,
    'ada@\u00e4.test',
    `a@${'b'.repeat(254)}`,
  ];
  it.each(broken)('is refused if an attribute has the value %j', (value) => {
    expect(() => emailOf(claims({ mail: [value] }))).toThrow('The sign-in was refused');
  });
});

describe('the groups of a person', () => {
  const assertion = (...attributes: [name: string, ...values: (string | null)[]][]): Claims =>
    ({ attributes: attributes.map(([name, ...values]) => ({ name, values })) }) as Claims;
  const groups = (...attributes: [name: string, ...values: (string | null)[]][]) =>
    groupsOf(assertion(...attributes), 'groups');

  it('are the values of the attribute, each once', () => {
    expect(groups(['groups', 'b', 'a', '', 'b'], ['roles', 'c'])).toEqual(['a', 'b']);
  });

  it('are empty if the attribute is absent or has another spelling', () => {
    expect(groups(['Groups', 'a'])).toEqual([]);
  });

  it('may occur several times if they are always the same', () => {
    expect(groups(['groups', 'a', 'b'], ['groups', 'b', 'a'])).toEqual(['a', 'b']);
  });

  const refused: [title: string, ...attributes: [name: string, ...values: (string | null)[]][]][] = [
    ['in two attributes that disagree', ['groups', 'a'], ['groups', 'a', 'admins']],
    ['in a second attribute after an empty one', ['groups'], ['groups', 'admins']],
    ['that contain elements', ['groups', 'a', null]],
    ['that are only a link', ['http://schemas.microsoft.com/claims/groups.link', 'https://graph.test/1']],
  ];
  it.each(refused)('are refused %s', (_, ...attributes) => {
    expect(() => groups(...attributes)).toThrow('The sign-in was refused');
  });
});

describe('the name of a person', () => {
  const cases: [title: string, attributes: Record<string, string[]>, name: string | null][] = [
    ['is the display name before all others', { cn: ['lovelace'], displayName: ['Ada Lovelace'] }, 'Ada Lovelace'],
    ['may have the name of an OID', { 'urn:oid:2.16.840.1.113730.3.1.241': ['Ada'] }, 'Ada'],
    ['is otherwise made of its parts', { sn: ['Lovelace'], givenName: ['Ada'] }, 'Ada Lovelace'],
    ['may have one part', { sn: ['Lovelace'] }, 'Lovelace'],
    ['is the first non-empty value', { displayName: ['', ' '], cn: ['Ada'] }, 'Ada'],
    ['is on one line', { displayName: [' Ada\r\n\tLove\u2028lace\u0000 '] }, 'Ada Love lace'],
    ['is truncated to 255 characters', { displayName: ['\u{1f600}'.repeat(300)] }, '\u{1f600}'.repeat(255)],
    ['is null without attributes', {}, null],
  ];
  it.each(cases)('%s', (_, attributes, name) => expect(displayNameOf(claims(attributes))).toBe(name));
});
