import type { Queries } from '../../../platform/db/query/queries.js';
import { takesDomain } from '../members/joinable.js';
import { loginsByOrganization } from '../sso/loaders.js';
import type { NamedLogin, ProviderLogin } from '../sso/logins.js';
import { emailDomainOf } from '../users/email-domain.js';

/** A way to sign in with the identity provider of an organization. */
export type ProviderWay = NamedLogin & Pick<ProviderLogin, 'startPath'>;

/** Maximum number of organizations whose providers are offered for one domain. */
const maxOrganizations = 20;

/**
 * Finds the identity providers of the organizations that list the domain of an address, the oldest organizations first.
 * Only the domain counts, so the result does not reveal whether the address has a user. Any organization can list any
 * domain, so the providers are offered beside a link by mail, and never opened without a click.
 */
export async function findProviders(read: Queries, address: string): Promise<ProviderWay[]> {
  const domain = emailDomainOf(address);
  if (domain === null) return [];
  const query = read.sql.selectFrom('Organization').select(['id', 'title']).where(takesDomain(read, domain));
  const organizations = await read.all(query.orderBy('id').limit(maxOrganizations));
  if (organizations.length === 0) return [];
  const ids = organizations.map(({ id }) => id);
  const logins = await loginsByOrganization.load(read, ids);
  return organizations.flatMap(({ title: organization }, index) =>
    (logins[index] as ProviderLogin[]).map(({ label, startPath }) => ({ label, organization, startPath })),
  );
}
