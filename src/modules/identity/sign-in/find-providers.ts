import type { Queries } from '../../../platform/db/query/queries.js';
import { listsEmailDomain } from '../members/joinable.js';
import { loginsByOrganization } from '../sso/loaders.js';
import type { ProviderLogin, ProviderNames } from '../sso/logins.js';
import { emailDomainOf } from '../users/email-domain.js';

/** An identity provider that the sign-in page offers. */
export type OfferedProvider = ProviderNames & Pick<ProviderLogin, 'startPath'>;

/** Maximum number of organizations whose identity providers the sign-in page offers for one domain. */
const maxOrganizations = 20;

/**
 * Finds the identity providers of the organizations that list the domain of an address, those of the oldest
 * organizations first. Only the domain counts, so that the result does not reveal whether the address has a user. Any
 * organization can list any domain. The sign-in page therefore offers the providers next to a link by mail, and opens
 * none of them without a click.
 */
export async function findProviders(read: Queries, address: string): Promise<OfferedProvider[]> {
  const domain = emailDomainOf(address);
  if (domain === null) return [];
  const query = read.sql.selectFrom('Organization').select(['id', 'title']).where(listsEmailDomain(read, domain));
  const organizations = await read.all(query.orderBy('id').limit(maxOrganizations));
  if (organizations.length === 0) return [];
  const ids = organizations.map(({ id }) => id);
  const logins = await loginsByOrganization.load(read, ids);
  return organizations.flatMap(({ title: organization }, index) =>
    (logins[index] as ProviderLogin[]).map(({ label, startPath }) => ({ label, organization, startPath })),
  );
}
