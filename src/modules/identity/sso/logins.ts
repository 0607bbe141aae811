import { type SqlBool, sql } from 'kysely';
import { inLiveOrganization } from '../../../platform/db/query/live-organizations.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { isActive } from './parties.js';
import type { ProviderKind } from './provider-kinds.js';

/** Public data of an identity provider of any kind. */
export interface ProviderLogin {
  id: string;
  organizationId: string;
  label: string;
  /** Path that starts a sign-in. */
  startPath: string;
}

/**
 * Returns the identity providers that people can use to sign in to organizations, newest first. Deleted organizations
 * have none.
 */
export async function findActiveLogins(read: Queries, organizationIds: readonly string[]): Promise<ProviderLogin[]> {
  const inOrganizations = sql<SqlBool>`${read.inList('organizationId', [...organizationIds])} and ${inLiveOrganization()}`;
  const [saml, oidc] = await Promise.all([
    read.all(read.sql.selectFrom('SamlProvider').selectAll().where(inOrganizations)),
    read.all(read.sql.selectFrom('OidcProvider').select(['id', 'organizationId', 'label']).where(inOrganizations)),
  ]);
  const logins = [
    ...saml.filter(isActive).map((provider) => toProviderLogin(provider, 'saml')),
    ...oidc.map((provider) => toProviderLogin(provider, 'oidc')),
  ];
  return logins.sort(newestFirst);
}

function toProviderLogin(
  { id, organizationId, label }: Omit<ProviderLogin, 'startPath'>,
  kind: ProviderKind,
): ProviderLogin {
  return { id, organizationId, label, startPath: `/${kind}/${id}/start` };
}

/** Label of an identity provider, and title of its organization. */
export interface ProviderNames {
  label: string;
  /** Title of the organization. */
  organization: string;
}

/** Returns the label of a provider and the title of its organization. */
export async function readProviderNames(
  read: Queries,
  { label, organizationId }: Pick<ProviderLogin, 'label' | 'organizationId'>,
): Promise<ProviderNames> {
  const query = read.sql.selectFrom('Organization').select('title').where('id', '=', organizationId);
  return { label, organization: (await read.first(query))?.title ?? '' };
}

/** Compares providers of all kinds, to sort them by the creation times in their ids, newest first. */
export function newestFirst(a: { id: string }, b: { id: string }): number {
  const [first, second] = [a, b].map(({ id }) => id.slice(id.indexOf('_')));
  return first! > second! ? -1 : 1;
}
