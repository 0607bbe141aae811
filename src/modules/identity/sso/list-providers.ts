import { notFound } from '../../../platform/base/errors.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { newestFirst } from './logins.js';
import { isActive } from './parties.js';
import type { ProviderKind } from './provider-kinds.js';

/** An identity provider of any kind, as the command line lists it. */
export interface ListedProvider {
  id: string;
  kind: ProviderKind;
  organizationId: string;
  label: string;
  /** Whether people can sign in with it. */
  status: 'active' | 'pending';
}

/**
 * Returns the identity providers of an organization, newest first, for the operator.
 * @throws NOT_FOUND for an unknown organization
 */
export async function listProviders(read: Queries, organization: string): Promise<ListedProvider[]> {
  const found = await read.first(read.sql.selectFrom('Organization').select('id').where('id', '=', organization));
  if (!found) throw notFound('organization', organization);
  const providers = await readProviders(read, 'organizationId', organization);
  return providers.sort(newestFirst);
}

/** Finds an identity provider of any kind, for the operator. @throws NOT_FOUND */
export async function findProvider(read: Queries, id: string): Promise<ListedProvider> {
  const [provider] = await readProviders(read, 'id', id);
  if (!provider) throw notFound('identity provider', id);
  return provider;
}

async function readProviders(read: Queries, column: 'id' | 'organizationId', value: string): Promise<ListedProvider[]> {
  const [saml, oidc] = await Promise.all([
    read.all(read.sql.selectFrom('SamlProvider').selectAll().where(column, '=', value)),
    read.all(read.sql.selectFrom('OidcProvider').selectAll().where(column, '=', value)),
  ]);
  const commonFields = ({ id, organizationId, label }: Pick<ListedProvider, 'id' | 'organizationId' | 'label'>) => {
    return { id, organizationId, label };
  };
  return [
    ...saml.map((row) => ({ ...commonFields(row), kind: 'saml' as const, status: statusOf(isActive(row)) })),
    ...oidc.map((row) => ({ ...commonFields(row), kind: 'oidc' as const, status: statusOf(true) })),
  ];
}

function statusOf(isActiveProvider: boolean): ListedProvider['status'] {
  return isActiveProvider ? 'active' : 'pending';
}
