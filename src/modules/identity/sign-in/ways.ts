import type { Queries } from '../../../platform/db/query/queries.js';
import { takesDomain } from '../members/joinable.js';
import { activeLoginsOf } from '../sso/logins.js';
import { emailDomainOf } from '../users/email-domain.js';

/** A way to sign in with the identity provider of an organization. */
interface ProviderWay {
  /** Name of the provider, and of its organization. */
  label: string;
  organization: string;
  /** Path at which the sign-in starts. */
  startPath: string;
}

/** Ways in which a person with an address can sign in. */
export interface Ways {
  providers: ProviderWay[];
  /** Whether a link by mail is a way. It is not if all organizations that list the domain require single sign-on. */
  mail: boolean;
}

/** Maximum number of organizations whose providers are offered for one domain. */
const maxOrganizations = 20;

/**
 * Finds the ways to sign in for an address. Only the domain of the address counts, so the result does not reveal
 * whether the address has a user.
 */
export async function findWays(read: Queries, address: string): Promise<Ways> {
  const domain = emailDomainOf(address);
  if (domain === null) return { providers: [], mail: true };
  const query = read.sql.selectFrom('Organization').select(['id', 'title', 'sso']).where(takesDomain(read, domain));
  const organizations = await read.all(query.orderBy('id', 'desc').limit(maxOrganizations));
  if (organizations.length === 0) return { providers: [], mail: true };
  const titles = new Map(organizations.map(({ id, title }) => [id, title]));
  const logins = await activeLoginsOf(read, [...titles.keys()]);
  const providers = logins.map(({ label, organizationId, startPath }) => ({
    label,
    organization: titles.get(organizationId)!,
    startPath,
  }));
  return { providers, mail: providers.length === 0 || organizations.some(({ sso }) => !sso) };
}
