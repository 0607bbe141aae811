import type { Queries } from '../../../platform/db/query/queries.js';
import { isActive } from './parties.js';

/** The public part of an identity provider of any kind. */
export interface ProviderLogin {
  id: string;
  organizationId: string;
  label: string;
  /** Path at which a sign-in starts. */
  startPath: string;
}

/** Returns the identity providers of organizations with which people can sign in, newest first. */
export async function activeLoginsOf(read: Queries, organizationIds: readonly string[]): Promise<ProviderLogin[]> {
  const inOrganizations = read.inList('organizationId', [...organizationIds]);
  const [saml, oidc] = await Promise.all([
    read.all(read.sql.selectFrom('SamlProvider').selectAll().where(inOrganizations).orderBy('id', 'desc')),
    read.all(
      read.sql
        .selectFrom('OidcProvider')
        .select(['id', 'organizationId', 'label'])
        .where(inOrganizations)
        .orderBy('id', 'desc'),
    ),
  ]);
  return [
    ...saml.filter(isActive).map((provider) => loginOf(provider, 'saml')),
    ...oidc.map((provider) => loginOf(provider, 'oidc')),
  ];
}

function loginOf({ id, organizationId, label }: Omit<ProviderLogin, 'startPath'>, kind: string): ProviderLogin {
  return { id, organizationId, label, startPath: `/${kind}/${id}/start` };
}
