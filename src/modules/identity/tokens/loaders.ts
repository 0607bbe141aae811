import { rowsById } from '../../../platform/db/query/by-id.js';

/** Access tokens by id. */
export const accessTokensById = rowsById('AccessToken');
