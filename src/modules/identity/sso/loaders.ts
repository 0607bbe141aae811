import { groupBy } from '../../../platform/arrays/group-by.js';
import { rowsById } from '../../../platform/db/query/by-id.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import { findActiveLogins, type ProviderLogin } from './logins.js';

/** SAML providers by id. */
export const samlProvidersById = rowsById('SamlProvider');

/** Identity providers that people can sign in with, newest first, by the organization's id. */
export const loginsByOrganization: LoaderDefinition<string, ProviderLogin[]> = {
  name: 'loginsByOrganization',
  async load(queries, organizationIds) {
    const logins = groupBy(await findActiveLogins(queries, organizationIds), ({ organizationId }) => organizationId);
    return organizationIds.map((id) => logins.get(id) ?? []);
  },
};
