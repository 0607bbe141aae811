import type { Claims } from './claims.js';
import { refused } from './refusals.js';
import type { Expected } from './response-rules.js';
import { clockSkew, isOpen, maximumAge, maximumLifetime, windowLength } from './time-limits.js';

/**
 * Checks the claims of an assertion against the request, the two parties and the clock.
 * @throws FORBIDDEN
 */
export function checkClaims(claims: Claims, expected: Expected, now: Date = new Date()): void {
  const broken = rules.find(({ holds }) => !holds(claims, expected, now));
  if (broken) throw refused(`The assertion must ${broken.must} (got ${JSON.stringify(broken.got(claims))})`);
}

interface Rule {
  must: string;
  got: (claims: Claims) => unknown;
  holds: (claims: Claims, expected: Expected, now: Date) => boolean;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const maxNameIdLength = 512;

// The SAML library does not check issuer, recipient and lifetime. The checks that it does make are repeated here.
const rules: Rule[] = [
  { must: 'have version 2.0', got: ({ version }) => version, holds: ({ version }) => version === '2.0' },
  {
    must: 'be issued by the provider that was asked',
    got: ({ issuer }) => issuer,
    holds: ({ issuer }, expected) => issuer === expected.issuer,
  },
  {
    must: `name a person in 1 to ${maxNameIdLength} visible characters`,
    got: ({ nameId }) => nameId.length,
    holds: ({ nameId }) => nameId.length > 0 && nameId.length <= maxNameIdLength && !/[\p{Cc}\p{Cs}]/u.test(nameId),
  },
  {
    must: 'be confirmed by being carried',
    got: ({ confirmation }) => confirmation.method,
    holds: ({ confirmation }) => confirmation.method === bearer,
  },
  {
    must: 'be for our address',
    got: ({ confirmation }) => confirmation.recipient,
    holds: ({ confirmation }, { acsUrl }) => confirmation.recipient === acsUrl,
  },
  {
    must: 'answer the request that was made',
    got: ({ confirmation }) => confirmation.inResponseTo,
    holds: ({ confirmation }, { requestId }) => confirmation.inResponseTo === requestId,
  },
  {
    must: 'be for us alone, in every restriction',
    got: ({ audiences }) => audiences,
    holds: ({ audiences }, { audience }) => audiences.length > 0 && audiences.every((list) => list.includes(audience)),
  },
  {
    must: 'be issued in the last minutes',
    got: ({ issued }) => issued,
    holds: ({ issued }, _, now) => isOpen({ from: issued, until: new Date(issued.getTime() + maximumAge) }, now),
  },
  {
    must: 'be valid now',
    got: ({ conditions }) => conditions,
    holds: ({ conditions }, _, now) => isOpen(conditions, now),
  },
  {
    must: 'be confirmed for now',
    got: ({ confirmation }) => confirmation,
    holds: ({ confirmation }, _, now) => isOpen(confirmation, now),
  },
  {
    must: `be valid for at most ${maximumLifetime / 3_600_000} hours`,
    got: ({ conditions, confirmation }) => [conditions, confirmation],
    holds: ({ conditions, confirmation, issued }) =>
      [conditions, confirmation].every((window) => windowLength(window, issued) <= maximumLifetime),
  },
];

/** Returns the time when an assertion begins to be refused, including the clock skew. */
export function assertionExpiry({ issued, conditions, confirmation }: Claims): Date {
  const ends = [issued.getTime() + maximumAge, conditions.until.getTime(), confirmation.until.getTime()];
  return new Date(Math.min(...ends) + clockSkew);
}
