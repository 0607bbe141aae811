import { emailAddressIn, onOneLine } from '../sign-in/person-values.js';
import { groupsMissing, refused } from './refusals.js';

/** Claims about a person, from the ID token or the UserInfo endpoint. */
export type PersonClaims = Readonly<Record<string, unknown>>;

const maxSubjectLength = 255;
const maximumGroups = 1000;
const maxGroupLength = 255;

/**
 * Returns the subject of a person at the provider, at most 255 visible ASCII characters (OpenID Connect Core 1.0,
 * section 2).
 * @throws FORBIDDEN
 */
export function subjectOf({ sub }: PersonClaims): string {
  if (typeof sub === 'string' && sub.length <= maxSubjectLength && /^[\x20-\x7e]+$/.test(sub)) return sub;
  throw refused('`sub` must have 1 to 255 ASCII characters');
}

/**
 * Returns the e-mail address in lower case. Returns null if there is none, or if the provider reports that it is not
 * verified.
 * @throws FORBIDDEN for a value that is not an address
 */
export function emailOf({ email, email_verified: isVerified }: PersonClaims): string | null {
  if (email === undefined || email === null || email === '') return null;
  const address = typeof email === 'string' ? emailAddressIn(email) : null;
  if (address === null) throw refused('`email` must be an e-mail address of ASCII characters');
  return isVerified === false || isVerified === 'false' ? null : address;
}

/** Returns the provider's name for a person, on one line and with at most 255 characters; null if there is none. */
export function displayNameOf(claims: PersonClaims): string | null {
  const text = (name: string): string => (typeof claims[name] === 'string' ? onOneLine(claims[name]) : '');
  const inParts = onOneLine(`${text('given_name')} ${text('family_name')}`);
  return text('name') || inParts || text('preferred_username') || null;
}

/**
 * Returns the groups in a claim: an array of strings, or one string. Without the claim the person has no groups,
 * because providers omit claims without a value. Returns null if groups are not read.
 * @throws FORBIDDEN for other values, over 1,000 groups, a group over 255 characters, and for a link instead of groups
 */
export function groupsOf(claims: PersonClaims, groupsClaim: string | null): string[] | null {
  if (groupsClaim === null) return null;
  if (hasLinkToGroups(claims, groupsClaim)) throw groupsMissing();
  const groups = [claims[groupsClaim] ?? []].flat();
  const isListOfTexts = groups.every((group) => typeof group === 'string' && group.length <= maxGroupLength);
  if (!isListOfTexts) throw refused(`The claim of the groups must list texts of at most ${maxGroupLength} characters`);
  if (groups.length > maximumGroups)
    throw refused(
      `The claim of the groups lists ${groups.length} groups; let the provider send at most ${maximumGroups}`,
    );
  return [...new Set(groups as string[])];
}

/**
 * Reports whether a provider sends a link instead of the groups: a distributed claim (OpenID Connect Core 1.0, section
 * 5.6.2), or `hasgroups`. Microsoft Entra ID does this for a person with too many groups.
 */
function hasLinkToGroups({ _claim_names: references, hasgroups }: PersonClaims, groupsClaim: string): boolean {
  return Boolean(hasgroups) || Object.hasOwn(Object(references), groupsClaim);
}
