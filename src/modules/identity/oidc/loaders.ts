import { rowsById } from '../../../platform/db/query/by-id.js';

/** OpenID providers by id. */
export const oidcProvidersById = rowsById('OidcProvider');
