import { type SqlBool, sql } from 'kysely';
import { inLiveOrganization } from '../../../platform/db/query/live-organizations.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { isActive } from './parties.js';
import type { ProviderKind } from './provider-kinds.js';

/** The public part of an identity provider of any kind. */
export interface ProviderLogin {
  id: string;
  organizationId: string;
  label: string;
  /** Path at which a sign-in starts. */
  startPath: string;
}

/**
 * Returns the identity providers of organizations with which people can sign in, newest first. A deleted organization has
 * none.
 */
export async function activeLoginsOf(read: Queries, organizationIds: readonly string[]): Promise<ProviderLogin[]> {
  const inOrganizations = sql<SqlBool>`${read.inList('organizationId', [...organizationIds])} and ${inLiveOrganization()}`;
  const [saml, oidc] = await Promise.all([
    read.all(read.sql.selectFrom('SamlProvider').selectAll().where(inOrganizations)),
    read.all(read.sql.selectFrom('OidcProvider').select(['id', 'organizationId', 'label']).where(inOrganizations)),
  ]);
  const logins = [
    ...saml.filter(isActive).map((provider) => loginOf(provider, 'saml')),
    ...oidc.map((provider) => loginOf(provider, 'oidc')),
  ];
  return logins.sort(newestFirst);
}

function loginOf({ id, organizationId, label }: Omit<ProviderLogin, 'startPath'>, kind: ProviderKind): ProviderLogin {
  return { id, organizationId, label, startPath: `/${kind}/${id}/start` };
}

/** Names of an identity provider and of its organization. */
export interface NamedLogin {
  label: string;
  /** Title of the organization. */
  organization: string;
}

/** Returns the names of a provider and of its organization. */
export async function nameLogin(
  read: Queries,
  { label, organizationId }: Pick<ProviderLogin, 'label' | 'organizationId'>,
): Promise<NamedLogin> {
  const query = read.sql.selectFrom('Organization').select('title').where('id', '=', organizationId);
  return { label, organization: (await read.first(query))?.title ?? '' };
}

/** Compares the ids of providers of all kinds by the times in them. */
export function newestFirst(a: { id: string }, b: { id: string }): number {
  const [first, second] = [a, b].map(({ id }) => id.slice(id.indexOf('_')));
  return first! > second! ? -1 : 1;
}
