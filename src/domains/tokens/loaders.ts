import { rowsById } from '../../store/by-id.js';

/** Access tokens by id. */
export const accessTokensById = rowsById('AccessToken');
